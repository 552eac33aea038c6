import { sha256 } from '@toolwire/internal';
import type { IntrospectionResponse } from './introspection-response.ts';

/** Returns the response for a token, from the cache or the authorization server; rejects when it cannot be fetched. */
export type Introspect = (token: string) => Promise<IntrospectionResponse>;

/** The same, with the hash under which the token is remembered. */
export type IntrospectByHash = (token: string, hash: string) => Promise<IntrospectionResponse>;

/** How long responses are cached, if the option `cacheSeconds` is omitted. */
export const defaultCacheSeconds = 30;

// An inactive token may become active, for example one that the server has not replicated yet.
const maxInactiveMs = 30_000;

/** The largest number of cached active tokens, and of cached inactive tokens. */
const maxEntries = 10_000;

interface CacheEntry {
  readonly response: IntrospectionResponse;
  readonly expiresAt: number;
}

/** Recent introspection responses by the hash of their token. */
export class IntrospectionCache {
  readonly #ttlMs: number;
  /** Active and inactive tokens have separate limits: made-up tokens cannot evict valid ones. */
  readonly #active = new Map<string, CacheEntry>();
  readonly #inactive = new Map<string, CacheEntry>();

  constructor(ttlMs: number) {
    this.#ttlMs = ttlMs;
  }

  /** Returns the entry of a token unless it has expired. */
  get(hash: string): CacheEntry | undefined {
    const entry = this.#active.get(hash) ?? this.#inactive.get(hash);
    return entry !== undefined && performance.now() < entry.expiresAt ? entry : undefined;
  }

  /** Stores a response, and evicts the oldest when the cache is full. */
  set(hash: string, response: IntrospectionResponse): void {
    if (this.#ttlMs === 0) return;
    this.#active.delete(hash);
    this.#inactive.delete(hash);
    const entries = response === undefined ? this.#inactive : this.#active;
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size >= maxEntries) entries.delete(oldest);
    const ttlMs = response === undefined ? Math.min(this.#ttlMs, maxInactiveMs) : this.#ttlMs;
    entries.set(hash, { response, expiresAt: performance.now() + ttlMs });
  }
}

/** Reads responses from the cache; concurrent calls with the same token share one request. */
export function createCachedIntrospection(introspect: IntrospectByHash, cache: IntrospectionCache): Introspect {
  const pending = new Map<string, Promise<IntrospectionResponse>>();
  return async (token) => {
    // Only hashes are kept in memory, so a memory dump holds no usable token.
    const hash = await sha256(token);
    const cached = cache.get(hash);
    if (cached) return cached.response;
    return pending.get(hash) ?? fetchOnce(hash, token);
  };

  function fetchOnce(hash: string, token: string): Promise<IntrospectionResponse> {
    const fetched = introspect(token, hash)
      .then((response) => {
        cache.set(hash, response);
        return response;
      })
      .finally(() => pending.delete(hash));
    pending.set(hash, fetched);
    return fetched;
  }
}
