/** Where sealed texts are kept: it never sees a token, nor whose it is. Each of its steps is atomic. */
export interface VaultStore {
  read(key: string): Promise<string | undefined>;
  /** Keeps a text for so many milliseconds, in place of any other. */
  write(key: string, text: string, forMs: number): Promise<void>;
  /** Keeps a text, or none, where the one that was read still is; tells whether it was. */
  replace(key: string, was: string, text: string | undefined, forMs: number): Promise<boolean>;
  /** Takes a text away, and answers it to one of those who take it at once. */
  take(key: string): Promise<string | undefined>;
  /** Whether nobody else has claimed the key, of all processes, until it is released or the time is over. */
  claim(key: string, token: string, forMs: number): Promise<boolean>;
  /** Gives back what was claimed with this token, and nobody else's claim. */
  release(key: string, token: string): Promise<void>;
}
