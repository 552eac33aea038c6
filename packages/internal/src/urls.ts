import { kindOf } from './describe-value.ts';
import { StartupError } from './startup-error.ts';

/** Throws unless an option is `'*'` or a list of origins as browsers send them. `all` is the option that allows all origins. */
export function checkOrigins(name: string, origins: unknown, all: string): void {
  if (origins === '*') return;
  if (!Array.isArray(origins)) {
    throw new StartupError(
      'TW_OPTION_ORIGIN',
      `${name} must be '*' or a list such as ['https://app.example.com'], got ${kindOf(origins)}.`,
    );
  }
  for (const origin of origins as readonly unknown[]) checkOrigin(name, origin, all);
}

function checkOrigin(name: string, origin: unknown, all: string): void {
  if (origin === '*') {
    throw new StartupError(
      'TW_OPTION_ORIGIN',
      `${name} must not be a list with '*'. To allow all origins, set ${all}.`,
    );
  }
  if (origin === 'null') {
    throw new StartupError(
      'TW_OPTION_ORIGIN',
      `${name} must not have 'null', the origin of every sandboxed page. List the origins, or set '*'.`,
    );
  }
  const text = String(origin);
  if (isOrigin(text)) return;
  const webOrigin = webOriginOf(text);
  if (webOrigin !== undefined) {
    throw new StartupError(
      'TW_OPTION_ORIGIN',
      `${name} must have origins as browsers send them: '${webOrigin}', got '${text}'.`,
    );
  }
  throw new StartupError(
    'TW_OPTION_ORIGIN',
    `${name} must have origins as browsers send them, such as 'https://app.example.com', got '${text}'.`,
  );
}

function isOrigin(text: string): boolean {
  if (/^https?:/i.test(text)) return webOriginOf(text) === text.toLowerCase();
  // Origins of browser extensions and apps have their own schemes.
  return /^[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]+$/i.test(text);
}

/** The origin of a web page; `undefined` for any other text. */
function webOriginOf(text: string): string | undefined {
  return /^https?:\/\//i.test(text) ? parseUrl(text)?.origin : undefined;
}

/**
 * Returns a URL; `undefined` if the text is invalid. In Node 20, `URL.canParse` returns false for some valid URLs with letters such as
 * 'ü' after it was called often.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/**
 * Whether a URL points to this machine, so that credentials can be sent to it without HTTPS. Subdomains of `localhost` are excluded,
 * because outside browsers DNS may resolve them to another machine.
 */
export function isLoopback({ hostname }: URL): boolean {
  // `URL` writes 127.0.0.1 in IPv6 as [::ffff:7f00:1].
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostname);
}

/** Whether requests to a URL are private: with https, or with http on this machine. */
export function isPrivateUrl(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/** Throws for the URL of an input request that is unsafe to open: a browser would run `javascript:`. MCP-URL-01 */
export function checkInputUrl(key: string, url: unknown): void {
  if (isHttpUrl(url)) return;
  throw new TypeError(`The url of the input request '${key}' must be an absolute http or https URL.`);
}

/** Whether a value is an absolute http or https URL, which is safe to open; `javascript:`, for example, is not. */
export function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/\S+$/i.test(value) && parseUrl(value) !== undefined;
}
