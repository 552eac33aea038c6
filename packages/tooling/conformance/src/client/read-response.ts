import { joinHeaders, responseFrom, type TestResponse } from './response.ts';

/** An answer found in a stream of bytes, and where the bytes after it begin. */
export interface FoundResponse {
  readonly response: TestResponse;
  readonly end: number;
}

/** How to read the next answer of a connection. */
export interface ReadOptions {
  /** The answer is to a HEAD request and has no body, whatever its headers say. */
  readonly headOnly: boolean;
  /** The peer has closed: a body without a length ends here. */
  readonly closed: boolean;
  readonly tookMs: number;
}

/** Reads one HTTP/1 answer from the start of some bytes; `undefined` while it is not complete. */
export function readResponse(bytes: Buffer, options: ReadOptions): FoundResponse | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? 0);
  const headers = joinHeaders(lines.map(parseHeader));
  const start = headEnd + 4;
  if (status >= 100 && status < 200) return interim(bytes, start, options);
  const body =
    options.headOnly || status === 204 || status === 304 ? none(start) : readBody(bytes, start, headers, options);
  return body && { response: responseFrom(status, headers, body.bytes, options.tookMs), end: body.end };
}

function interim(bytes: Buffer, start: number, options: ReadOptions): FoundResponse | undefined {
  const next = readResponse(bytes.subarray(start), options);
  return next && { response: next.response, end: start + next.end };
}

interface FoundBody {
  readonly bytes: Buffer;
  readonly end: number;
}

function none(start: number): FoundBody {
  return { bytes: Buffer.alloc(0), end: start };
}

function readBody(
  bytes: Buffer,
  start: number,
  headers: Readonly<Record<string, string>>,
  options: ReadOptions,
): FoundBody | undefined {
  if (headers['transfer-encoding']?.toLowerCase() === 'chunked') return readChunks(bytes, start);
  const length = headers['content-length'];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length >= end ? { bytes: bytes.subarray(start, end), end } : undefined;
  }
  return options.closed ? { bytes: bytes.subarray(start), end: bytes.length } : undefined;
}

function readChunks(bytes: Buffer, start: number): FoundBody | undefined {
  const chunks: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { bytes: Buffer.concat(chunks), end: next };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
}

function parseHeader(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
