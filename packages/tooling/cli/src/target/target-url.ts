import { parseUrl } from '@toolwire/internal';
import { usageError } from '../cli-error.ts';

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** Parses a URL, which must not contain credentials. */
export function readUrl(text: string): URL {
  const url = parseUrl(text);
  // The text before an at sign may be a password, so the URL is not repeated.
  if (url === undefined || url.username !== '' || url.password !== '') {
    throw usageError('TARGET must be a valid URL without a username and password.');
  }
  return url;
}

/** A URL below another one, on the same host. A path that begins with `//` would name a host in a relative URL. */
export function urlBelow(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = base.pathname.replace(/\/+$/, '') + path;
  url.hash = '';
  return url;
}

export function isMcpUrl({ pathname }: URL): boolean {
  return /\/mcp\/?$/.test(pathname);
}
