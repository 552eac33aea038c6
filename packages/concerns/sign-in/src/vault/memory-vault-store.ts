import type { VaultStore } from './vault-store.ts';

interface Entry {
  readonly text: string;
  readonly until: number;
}

/** How often what has lapsed is swept out. */
const sweepMs = 60_000;

/** Makes a store in the memory of one process: users sign in again after a restart. */
export function createMemoryVaultStore(): VaultStore {
  const entries = new Map<string, Entry>();
  let sweptAt = performance.now();
  const find = (key: string): string | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && entry.until > performance.now() ? entry.text : undefined;
  };
  const put = (key: string, text: string, forMs: number): void => {
    const now = performance.now();
    if (now - sweptAt > sweepMs) {
      for (const [one, { until }] of entries) if (until <= now) entries.delete(one);
      sweptAt = now;
    }
    entries.set(key, { text, until: now + forMs });
  };
  return {
    read: async (key) => find(key),
    write: async (key, text, forMs) => put(key, text, forMs),
    async replace(key, was, text, forMs) {
      if (find(key) !== was) return false;
      if (text === undefined) entries.delete(key);
      else put(key, text, forMs);
      return true;
    },
    async take(key) {
      const text = find(key);
      entries.delete(key);
      return text;
    },
    async claim(key, token, forMs) {
      if (find(key) !== undefined) return false;
      put(key, token, forMs);
      return true;
    },
    async release(key, token) {
      if (find(key) === token) entries.delete(key);
    },
  };
}
