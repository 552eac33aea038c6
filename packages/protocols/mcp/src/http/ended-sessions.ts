import type { SignedSession } from './session-id.ts';

/**
 * The sessions that clients have ended in this process, by name, until they expire. Their IDs are still signed, so without this list
 * they would be valid again. At most `maxSize`: the oldest entries are dropped.
 */
export class EndedSessions {
  readonly #maxSize: number;
  readonly #endsAt = new Map<string, number>();

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  has({ name }: SignedSession): boolean {
    return this.#endsAt.has(name);
  }

  add({ name }: SignedSession, endsAt: number): void {
    this.#endsAt.set(name, endsAt);
    for (const [first, expiresAt] of this.#endsAt) {
      if (this.#endsAt.size <= this.#maxSize && Date.now() < expiresAt) return;
      this.#endsAt.delete(first);
    }
  }
}
