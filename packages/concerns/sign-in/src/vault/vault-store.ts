/** Stores encrypted values; it never sees a token or its owner. Every operation is atomic. */
export interface VaultStore {
  read(key: string): Promise<string | undefined>;
  /** Stores a value for `forMs`, and replaces any previous one. */
  write(key: string, text: string, forMs: number): Promise<void>;
  /** Replaces or deletes a value if it still equals `expected`; returns whether it did. */
  replace(key: string, expected: string, text: string | undefined, forMs: number): Promise<boolean>;
  /** Atomically removes and returns a value; one caller wins. */
  take(key: string): Promise<string | undefined>;
  /** Claims a key until it is released or `forMs` is over; returns whether the claim succeeded. */
  claim(key: string, token: string, forMs: number): Promise<boolean>;
  /** Releases the claim with this token, and no other claim. */
  release(key: string, token: string): Promise<void>;
}
