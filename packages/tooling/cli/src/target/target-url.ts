import { usageError } from '../cli-error.ts';

/** Whether a TARGET is a URL. */
export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** Parses a URL, which must not contain credentials. */
export function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The text before an at sign may be a password, so the URL is not repeated.
  if (url === undefined || url.username !== '' || url.password !== '') {
    throw usageError('TARGET must be a valid URL without a username and password.');
  }
  return url;
}

/** Whether a URL has the path of an MCP endpoint. */
export function isMcpUrl({ pathname }: URL): boolean {
  return /\/mcp\/?$/.test(pathname);
}

/**
 * Whether a URL points to this machine. Subdomains of `localhost` are excluded, because DNS may resolve them to another machine,
 * which would then receive credentials.
 */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
