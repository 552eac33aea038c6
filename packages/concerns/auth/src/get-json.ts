import type { FetchedKeySet, FetchKeySet } from './jwt-options.ts';
import { readJson } from './read-json.ts';
import { untilAborted } from './within-seconds.ts';

/** Gets a JSON document of an issuer; `what` names it in errors. */
export type GetJson = (url: string, what: string, signal: AbortSignal) => Promise<unknown>;

/** Gets documents by a fetch, without following redirects. */
export function createGetJson(fetchDocument: FetchKeySet): GetJson {
  const headers = { accept: 'application/jwk-set+json, application/json' };
  return async (url, what, signal) => {
    const ask = (): Promise<FetchedKeySet> => fetchDocument(url, { headers, redirect: 'manual', signal });
    return readJson(await untilAborted(signal, ask), signal, what);
  };
}
