import type { FetchedKeySet, FetchKeySet } from './jwt-options.ts';
import { readJson } from './read-json.ts';

/** Gets a JSON document of an issuer; `what` names it in errors. */
export type GetJson = (url: string, what: string, signal: AbortSignal) => Promise<unknown>;

/** Gets documents by a fetch, without following redirects. */
export function createGetJson(fetchDocument: FetchKeySet): GetJson {
  return async (url, what, signal) => readJson(await ask(fetchDocument, url, signal), signal, what);
}

/** Rejects at the end of its time also where the fetch does not heed its signal. */
function ask(fetchDocument: FetchKeySet, url: string, signal: AbortSignal): Promise<FetchedKeySet> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    fetchDocument(url, {
      headers: { accept: 'application/jwk-set+json, application/json' },
      redirect: 'manual',
      signal,
    }).then(resolve, reject);
  });
}
