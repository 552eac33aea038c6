/** A raw response. */
export interface WireAnswer {
  readonly status: number;
  /** By lower-case name; fields that came more than once are joined by a comma and a space. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** It sent a 100 to the caller before. */
  readonly continued: boolean;
}

/** The answers at the start of some bytes, and what is left behind them. */
export interface FoundAnswers {
  readonly answers: readonly WireAnswer[];
  readonly rest: Buffer;
}

/** Bytes that are not a response. */
class NoAnswer extends Error {
  override readonly name: string = 'NoAnswer';
}

/** Reads as many answers as are complete; `headOnly` when they answer HEAD and have no bodies. */
export function readAnswers(bytes: Buffer, headOnly = false): FoundAnswers {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  let continued = false;
  while (rest.length > 0) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd === -1) break;
    const { status, headers } = readHead(rest.toString('latin1', 0, headEnd));
    const start = headEnd + 4;
    if (status === 100) {
      continued = true;
      rest = rest.subarray(start);
      continue;
    }
    const bodiless = headOnly || status === 204 || status === 304;
    const body = bodiless ? { text: '', end: start } : readBody(rest, start, headers);
    if (body === undefined) break;
    answers.push({ status, headers, text: body.text, continued });
    continued = false;
    rest = rest.subarray(body.end);
  }
  return { answers, rest };
}

function readHead(head: string): Pick<WireAnswer, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new NoAnswer(`This is no answer: ${JSON.stringify(head.slice(0, 200))}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return { status, headers };
}

interface FoundBody {
  readonly text: string;
  readonly end: number;
}

function readBody(bytes: Buffer, start: number, headers: WireAnswer['headers']): FoundBody | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, start);
  const length = Number(headers.get('content-length') ?? Number.NaN);
  if (Number.isNaN(length)) throw new NoAnswer('The answer says neither its length nor that it is chunked.');
  const end = start + length;
  return bytes.length < end ? undefined : { text: bytes.toString('utf8', start, end), end };
}

function readChunks(bytes: Buffer, start: number): FoundBody | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (bytes.length < end) return undefined;
    if (size === 0) return { text: Buffer.concat(chunks).toString('utf8'), end };
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = end;
  }
}
