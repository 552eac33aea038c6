import { kindOf, StartupError } from '@toolwire/internal';
import type { HostedServer } from './host.ts';

// The characters of a URL path (RFC 3986, section 3.3).
const urlPath = /^(?:\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)*$/;
// Clients resolve these before they send a path.
const dotSegments = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Reads the option `basePath` of a host: the path before every route, without a trailing slash. A path that no request can have is a
 * startup error, because no request would ever reach a tool.
 */
export function readBasePath(basePath: unknown = ''): string {
  const base = typeof basePath === 'string' ? basePath.replace(/\/+$/, '') : undefined;
  if (base !== undefined && urlPath.test(base) && !dotSegments.test(base)) return base;
  const shown = typeof basePath === 'string' ? `'${basePath}'` : kindOf(basePath);
  throw new StartupError(
    'TW_OPTION_PATH',
    `basePath must be a URL path that starts with '/', such as '/api/ai', got ${shown}.`,
  );
}

/**
 * Returns a function that tests whether a URL below the mount point belongs to the server; a trailing slash is accepted,
 * as in its router.
 */
export function createPathTest({ paths }: Pick<HostedServer, 'paths'>): (url: string) => boolean {
  if (paths === undefined) return () => true;
  const served = new Set(paths.flatMap((path) => [path, `${path}/`]));
  return (url) => {
    const mark = url.indexOf('?');
    return served.has(mark === -1 ? url : url.slice(0, mark));
  };
}
