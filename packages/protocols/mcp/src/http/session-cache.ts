import type { Session } from './session.ts';

interface StoredSession {
  readonly session: Session;
  wasUsed: boolean;
}

/** The recently used sessions of this process by id, so that IDs need not be verified each time. At most `maxSize` idle ones; busy ones stay. */
export class SessionCache {
  readonly #maxSize: number;
  readonly #sessions = new Map<string, StoredSession>();

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(id: string): Session | undefined {
    const stored = this.#sessions.get(id);
    if (stored === undefined) return undefined;
    stored.wasUsed = true;
    return stored.session;
  }

  /** Stores a session, unless its id is stored already. Running requests belong to exactly one object. */
  add(id: string, session: Session): Session {
    const existing = this.get(id);
    if (existing !== undefined) return existing;
    // Before the new session, which is idle but about to run a request.
    if (this.#sessions.size >= this.#maxSize) this.#evictOne();
    this.#sessions.set(id, { session, wasUsed: true });
    return session;
  }

  // Evicts the first session that is idle and was not used since the previous pass.
  #evictOne(): void {
    let remaining = 2 * this.#sessions.size;
    for (const [id, stored] of this.#sessions) {
      if (remaining-- === 0) return;
      this.#sessions.delete(id);
      if (!stored.wasUsed && !stored.session.isBusy) return;
      stored.wasUsed = false;
      this.#sessions.set(id, stored);
    }
  }
}
