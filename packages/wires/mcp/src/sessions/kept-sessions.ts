import type { Session } from './session.ts';

interface Kept {
  readonly session: Session;
  wasUsed: boolean;
}

/** The sessions that this process has last seen, by their ids: none has to be verified each time, and there is an end to them. */
export class KeptSessions {
  readonly #most: number;
  readonly #kept = new Map<string, Kept>();

  constructor(most: number) {
    this.#most = most;
  }

  get(id: string): Session | undefined {
    const kept = this.#kept.get(id);
    if (kept === undefined) return undefined;
    kept.wasUsed = true;
    return kept.session;
  }

  /** Keeps a session, unless the same one is kept already: what of it goes on belongs to one of them. */
  keep(id: string, session: Session): Session {
    const known = this.get(id);
    if (known !== undefined) return known;
    this.#kept.set(id, { session, wasUsed: true });
    if (this.#kept.size > this.#most) this.#forgetOne();
    return session;
  }

  // The first that has not been used since it was last looked at, and of which nothing goes on.
  #forgetOne(): void {
    let looks = 2 * this.#kept.size;
    for (const [id, kept] of this.#kept) {
      if (looks-- === 0) return;
      this.#kept.delete(id);
      if (!kept.wasUsed && !kept.session.isBusy) return;
      kept.wasUsed = false;
      this.#kept.set(id, kept);
    }
  }
}
