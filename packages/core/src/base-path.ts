import { kindOf, StartUpError } from '@toolwire/internal';

// The characters of a URL path (RFC 3986, section 3.3).
const urlPath = /^(?:\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)*$/;
// Clients resolve these before they send a path.
const dotSegments = /\/\.{1,2}(?:\/|$)/;

/**
 * Reads the option `basePath` of a host: the path before every route, without a trailing slash. A path that no request can have is a
 * start-up error, because no request would ever reach a tool.
 */
export function readBasePath(basePath: unknown = ''): string {
  const base = typeof basePath === 'string' ? basePath.replace(/\/+$/, '') : undefined;
  if (base !== undefined && urlPath.test(base) && !dotSegments.test(base)) return base;
  const shown = typeof basePath === 'string' ? `'${basePath}'` : kindOf(basePath);
  throw new StartUpError(
    'TW_OPTION_PATH',
    `basePath must be a URL path that starts with '/', such as '/api/ai', got ${shown}.`,
  );
}
