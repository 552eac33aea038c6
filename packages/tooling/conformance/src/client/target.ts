/** The parsed base URL of a server. */
export interface Target {
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** The prefix of every path, without a trailing slash. */
  readonly prefix: string;
  /** The value of the Host header. */
  readonly authority: string;
}

/** Reads a base URL such as `http://127.0.0.1:3000` or `https://api.example.com/tools-of/me`. */
export function parseTarget(baseUrl: string): Target {
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`Invalid URL '${baseUrl}'. Use a URL that starts with http:// or https://.`);
  }
  const secure = url.protocol === 'https:';
  return {
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    prefix: url.pathname.replace(/\/+$/, ''),
    authority: url.host,
  };
}
