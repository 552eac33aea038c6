import type { Target } from './send-request.ts';

/** A request to encode, which may be invalid on purpose. */
export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  /** Lines such as `Content-Type: text/plain`. A Host line is added unless there is one. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  /** `HTTP/1.1` by default. */
  readonly version?: string;
  /** Overrides or omits Content-Length. */
  readonly contentLength?: number | 'none';
}

/** Encodes a request with Host, and with Content-Length if it has a body. */
export function rawRequest(target: Target, request: RawRequest): Uint8Array {
  const { method = 'GET', path, headers = [], body = '', version = 'HTTP/1.1', contentLength } = request;
  const bytes = Buffer.from(body);
  const lines = [`${method} ${target.prefix}${path} ${version}`];
  if (!headers.some((line) => /^host:/i.test(line))) lines.push(`Host: ${target.authority}`);
  lines.push(...headers);
  const length = contentLength ?? (bytes.length > 0 ? bytes.length : 'none');
  if (length !== 'none') lines.push(`Content-Length: ${length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}
