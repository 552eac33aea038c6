import { ownerLimits, type TaskLimits } from '@toolwire/internal';

/** Counts the stored bytes, in total and per owner, so that one owner cannot use the budget of all. */
export class ByteBudget {
  readonly #limits: TaskLimits;
  readonly #byOwner = new Map<string | null, number>();
  #total = 0;

  constructor(limits: TaskLimits) {
    this.#limits = limits;
  }

  /** Whether these bytes fit. Tasks without an owner share one fraction of the total. */
  fits(owner: string | null, share: number | undefined, bytes: number): boolean {
    const { bytes: maxOfOwner } = ownerLimits(this.#limits, { owner, share });
    return this.#total + bytes <= this.#limits.maxBytes && this.#of(owner) + bytes <= maxOfOwner;
  }

  /** Adds bytes, or returns them if negative. */
  add(owner: string | null, bytes: number): void {
    this.#total += bytes;
    const ownerBytes = this.#of(owner) + bytes;
    if (ownerBytes === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, ownerBytes);
  }

  #of(owner: string | null): number {
    return this.#byOwner.get(owner) ?? 0;
  }
}

/** Each task reserves at least this much, so that a failure always fits. */
const minBytes = 2048;

/** The approximate memory of a record. V8 uses two bytes per character if the text has any character outside Latin-1. */
export function bytesOf(text: string): number {
  return Math.max(minBytes, minBytes / 4 + (/[^\0-\u00ff]/.test(text) ? 2 : 1) * text.length);
}
