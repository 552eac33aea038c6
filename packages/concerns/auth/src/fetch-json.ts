import { cancelReading, readBytes, untilAborted } from '@toolwire/internal';

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
    const bytes = await readBytes(body, maxBytes, signal);
    if (bytes === undefined) throw new Error(`${subject}: the response has more than ${maxBytes} bytes.`);
    try {
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      // The parser's error would quote the body, which may repeat tokens and secrets of the request.
      throw new Error(`${subject}: the response is not JSON.`);
    }
  }
  if (body) cancelReading(body);
  throw new Error(`${subject}: the response has status ${status}${body ? '' : ' and no body'}.`);
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
