/** How many bytes may be kept, and for whom. */
export interface ByteLimits {
  readonly max: number;
  /** Nobody in particular has the whole. */
  readonly maxPerOwner: number;
}

/** Counts the bytes that are kept, all in all and for each owner, so that none can take the room of the others. */
export class ByteRoom {
  readonly #limits: ByteLimits;
  readonly #byOwner = new Map<string, number>();
  #taken = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  fits(owner: string | null, bytes: number): boolean {
    const { max, maxPerOwner } = this.#limits;
    return this.#taken + bytes <= max && (owner === null || this.#of(owner) + bytes <= maxPerOwner);
  }

  /** Takes bytes, or gives back what is below 0. */
  take(owner: string | null, bytes: number): void {
    this.#taken += bytes;
    if (owner === null) return;
    const now = this.#of(owner) + bytes;
    if (now === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, now);
  }

  #of(owner: string): number {
    return this.#byOwner.get(owner) ?? 0;
  }
}

/** As much as a task takes that has come to nothing, so that there is always room to say so. */
const leastBytes = 2048;

/** What a record takes in memory, about: two bytes for each character of its text as soon as one of them is not of Latin-1. */
export function bytesOf(text: string): number {
  return Math.max(leastBytes, leastBytes / 4 + (/[^\0-\u00ff]/.test(text) ? 2 : 1) * text.length);
}
