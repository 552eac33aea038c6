import type { Session } from './session.ts';

/** The recently used sessions of this process by ID, so that IDs need not be verified each time. At most `maxSize` idle ones; busy ones stay. */
export class SessionCache {
  readonly #maxSize: number;
  /** The least recently used first. */
  readonly #sessions = new Map<string, Session>();
  /** The most recently used session, which is last already: moving it in each call would cost more than a microsecond. */
  #latestId: string | undefined;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(id: string): Session | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || id === this.#latestId) return session;
    this.#sessions.delete(id);
    this.#store(id, session);
    return session;
  }

  /** Stores a session, unless its ID is stored already. Running requests belong to exactly one object. */
  add(id: string, session: Session): Session {
    const existing = this.get(id);
    if (existing !== undefined) return existing;
    // Before the new session, which is idle but about to run a request.
    if (this.#sessions.size >= this.#maxSize) this.#evictOne();
    this.#store(id, session);
    return session;
  }

  #store(id: string, session: Session): void {
    this.#sessions.set(id, session);
    this.#latestId = id;
  }

  #evictOne(): void {
    for (const [id, { isBusy }] of this.#sessions) {
      if (isBusy) continue;
      this.#sessions.delete(id);
      return;
    }
  }
}
