/** Stores encrypted values; it never sees a token or its owner. Every operation is atomic. */
export interface VaultStore {
  read(key: string): Promise<string | undefined>;
  /** Stores a value for `ttlMs`, and replaces any previous one. */
  write(key: string, text: string, ttlMs: number): Promise<void>;
  /** Replaces or deletes a value if it still equals `expected`; returns whether it did. */
  replace(key: string, expected: string, text: string | undefined, ttlMs: number): Promise<boolean>;
  /** Atomically removes and returns a value; one caller wins. */
  take(key: string): Promise<string | undefined>;
  /** Claims a key until it is released or `ttlMs` is over. `claimId` is unique for each claim. Returns whether the claim succeeded. */
  claim(key: string, claimId: string, ttlMs: number): Promise<boolean>;
  /** Releases the claim with this ID, and no other claim. */
  release(key: string, claimId: string): Promise<void>;
}

interface Entry {
  readonly text: string;
  readonly expiresAt: number;
}

/** How often expired entries are removed. */
const cleanUpMs = 60_000;

/** Creates an in-memory store; users have to sign in again after a restart. */
export function createMemoryVaultStore(): VaultStore {
  const entries = new Map<string, Entry>();
  let cleanedUpAt = performance.now();
  const find = (key: string): string | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && entry.expiresAt > performance.now() ? entry.text : undefined;
  };
  const put = (key: string, text: string, ttlMs: number): void => {
    const now = performance.now();
    if (now - cleanedUpAt > cleanUpMs) {
      for (const [expiredKey, { expiresAt }] of entries) if (expiresAt <= now) entries.delete(expiredKey);
      cleanedUpAt = now;
    }
    entries.set(key, { text, expiresAt: now + ttlMs });
  };
  return {
    read: async (key) => find(key),
    write: async (key, text, ttlMs) => put(key, text, ttlMs),
    async replace(key, expected, text, ttlMs) {
      if (find(key) !== expected) return false;
      if (text === undefined) entries.delete(key);
      else put(key, text, ttlMs);
      return true;
    },
    async take(key) {
      const text = find(key);
      entries.delete(key);
      return text;
    },
    async claim(key, claimId, ttlMs) {
      if (find(key) !== undefined) return false;
      put(key, claimId, ttlMs);
      return true;
    },
    async release(key, claimId) {
      if (find(key) === claimId) entries.delete(key);
    },
  };
}
