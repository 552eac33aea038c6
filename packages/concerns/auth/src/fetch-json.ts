import { untilAborted } from './timeout.ts';

/** The part of `Response` that is read. */
export interface FetchedDocument {
  readonly status: number;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** The part of `fetch` that loads key sets. */
export type FetchKeySet = (
  url: string,
  init: {
    readonly headers: Record<string, string>;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<FetchedDocument>;

/** Far more than real issuers publish. */
const maxBytes = 1024 * 1024;

/** Reads a JSON body up to a size limit; rejects if it is too large, too late, not JSON or not status 200. */
export async function readJsonBody(
  { status, body }: FetchedDocument,
  signal: AbortSignal,
  subject: string,
): Promise<unknown> {
  if (status === 200 && body) {
    const text = await readText(body.getReader(), signal, subject);
    try {
      return JSON.parse(text);
    } catch {
      // The parser's error would quote the body, which may repeat tokens and secrets of the request.
      throw new Error(`${subject}: the response is not JSON.`);
    }
  }
  if (body) cancelQuietly(body);
  throw new Error(`${subject}: the response has status ${status}${body ? '' : ' and no body'}.`);
}

async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
  subject: string,
): Promise<string> {
  // A custom fetch may ignore its signal.
  const stop = (): void => cancelQuietly(reader);
  signal.addEventListener('abort', stop);
  try {
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength;
      if (bytes > maxBytes) throw new Error(`${subject}: the response has more than ${maxBytes} bytes.`);
      text += decoder.decode(part.value, { stream: true });
    }
    // A canceled stream ends as if it were complete.
    signal.throwIfAborted();
    return text + decoder.decode();
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

/** Cancels without waiting, since the stream of a custom fetch may never end. */
function cancelQuietly(unread: ReadableStream | ReadableStreamDefaultReader): void {
  unread.cancel().catch(() => {
    // The stream has already ended.
  });
}

/** Fetches a JSON document of an issuer; `subject` names it in errors. */
export type FetchJson = (url: string, subject: string, signal: AbortSignal) => Promise<unknown>;

/** Returns a function that fetches JSON documents without following redirects. */
export function createFetchJson(fetchDocument: FetchKeySet): FetchJson {
  const headers = { accept: 'application/jwk-set+json, application/json' };
  return async (url, subject, signal) => {
    const request = (): Promise<FetchedDocument> => fetchDocument(url, { headers, redirect: 'manual', signal });
    return readJsonBody(await untilAborted(signal, request), signal, subject);
  };
}
