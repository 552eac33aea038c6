import { cancelReading, type Fetch, readBytes, startTimer, untilAborted } from '@toolwire/internal';

/** Far more than real issuers publish. */
const maxBytes = 1024 * 1024;

/** Reads a JSON body up to a size limit; rejects if it is too large, too late, not JSON or not status 200. */
export async function readJsonBody(
  { status, body }: { readonly status: number; readonly body: ReadableStream<Uint8Array> | null },
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
export function createFetchJson(fetch: Fetch): FetchJson {
  const headers = { accept: 'application/jwk-set+json, application/json' };
  return async (url, subject, signal) => {
    const init = { method: 'GET', headers, redirect: 'manual', signal } as const;
    return readJsonBody(await untilAborted(signal, () => fetch(url, init)), signal, subject);
  };
}

/** Runs work with a signal that aborts after the timeout, with the error that `timeoutError` returns. The work must observe the signal. */
export async function withAbortAfter<T>(
  seconds: number,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const stopTimer = startTimer(seconds * 1000, () => limit.abort(timeoutError()));
  try {
    return await work(limit.signal);
  } finally {
    stopTimer();
  }
}
