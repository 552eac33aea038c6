export interface TestResponse {
  readonly status: number;
  /** By lower-case name. Repeated fields are joined with a comma and a space. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
  /** The duration in milliseconds. */
  readonly tookMs: number;
}

/** Creates a response from its parts. */
export function responseFrom(
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
  tookMs: number,
): TestResponse {
  return { status, headers, bytes, text: new TextDecoder().decode(bytes), tookMs };
}

/** Returns headers by lower-case name. Repeated fields are joined. */
export function joinHeaders(fields: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (const [field, value] of fields) {
    const name = field.toLowerCase();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

/** Returns a one-line summary of a response for error messages. */
export function summarize(response: TestResponse): string {
  const excerpt = response.text.length > 300 ? `${response.text.slice(0, 300)}…` : response.text;
  return `${response.status} ${response.headers['content-type'] ?? 'without a content type'} ${excerpt}`;
}

/** A parsed response, and the offset of the bytes after it. */
interface ParsedResponse {
  readonly response: TestResponse;
  readonly end: number;
}

/** How to read the next response of a connection. */
interface ReadOptions {
  /** The response is to a HEAD request, so it has no body even if its headers announce one. */
  readonly headOnly: boolean;
  /** The server has closed the connection, which ends a body without a length. */
  readonly closed: boolean;
  readonly tookMs: number;
}

/** Reads one HTTP/1 response from the start of the bytes. Returns `undefined` if it is not complete yet. */
export function readResponse(bytes: Buffer, options: ReadOptions): ParsedResponse | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? 0);
  const headers = joinHeaders(lines.map(parseHeader));
  const start = headEnd + 4;
  if (status >= 100 && status < 200) {
    // A 1xx response precedes the actual response.
    const next = readResponse(bytes.subarray(start), options);
    return next && { response: next.response, end: start + next.end };
  }
  const hasNoBody = options.headOnly || status === 204 || status === 304;
  const body = hasNoBody ? { bytes: Buffer.alloc(0), end: start } : readBody(bytes, start, headers, options);
  return body && { response: responseFrom(status, headers, body.bytes, options.tookMs), end: body.end };
}

interface ParsedBody {
  readonly bytes: Buffer;
  readonly end: number;
}

function readBody(
  bytes: Buffer,
  start: number,
  headers: Readonly<Record<string, string>>,
  options: ReadOptions,
): ParsedBody | undefined {
  if (headers['transfer-encoding']?.toLowerCase() === 'chunked') return readChunks(bytes, start);
  const length = headers['content-length'];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length >= end ? { bytes: bytes.subarray(start, end), end } : undefined;
  }
  return options.closed ? { bytes: bytes.subarray(start), end: bytes.length } : undefined;
}

function readChunks(bytes: Buffer, start: number): ParsedBody | undefined {
  const chunks: Buffer[] = [];
  let offset = start;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', offset);
    if (lineEnd === -1) return undefined;
    const [digits] = /^[\da-f]+/i.exec(bytes.subarray(offset, lineEnd).toString('latin1')) ?? [];
    // A body with an invalid size is never complete.
    if (digits === undefined) return undefined;
    const size = Number.parseInt(digits, 16);
    if (size === 0) {
      // Trailers may precede the empty line.
      const end = bytes.indexOf('\r\n\r\n', lineEnd);
      return end === -1 ? undefined : { bytes: Buffer.concat(chunks), end: end + 4 };
    }
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    offset = next;
  }
}

function parseHeader(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
