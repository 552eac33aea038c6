import type { Target } from './target.ts';

/** A request as text, for raw connections. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  /** Lines such as `Content-Type: text/plain`; Host comes before them unless one of them is a Host. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  /** `HTTP/1.1` by default. */
  readonly version?: string;
  /** Leaves the length of the body unsaid, or says another one. */
  readonly contentLength?: number | 'none';
}

/** The bytes of a request, with a Host and a length where nothing else was asked for. */
export function rawRequest(target: Target, request: RawRequest): Uint8Array {
  const { method = 'GET', path, headers = [], body = '', version = 'HTTP/1.1', contentLength } = request;
  const bytes = Buffer.from(body as string);
  const lines = [`${method} ${target.prefix}${path} ${version}`];
  if (!headers.some((line) => /^host:/i.test(line))) lines.push(`Host: ${target.authority}`);
  lines.push(...headers);
  const length = contentLength ?? (bytes.length > 0 ? bytes.length : 'none');
  if (length !== 'none') lines.push(`Content-Length: ${length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
