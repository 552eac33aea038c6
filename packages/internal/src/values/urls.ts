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
