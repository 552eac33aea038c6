import { shareOf } from '@toolwire/internal';

/** Counts running tasks, in total and per owner. */
export interface Slots {
  /** Takes a slot, and returns a function that releases it; `undefined` if none is free. Tasks without an owner get only this share of all slots. */
  take(owner: string | null, share?: number): (() => void) | undefined;
}

export function createSlots(max: number, maxPerOwner: number): Slots {
  let total = 0;
  const byOwner = new Map<string | null, number>();
  const count = (owner: string | null, change: 1 | -1): void => {
    total += change;
    const ownerCount = (byOwner.get(owner) ?? 0) + change;
    if (ownerCount === 0) byOwner.delete(owner);
    else byOwner.set(owner, ownerCount);
  };
  return {
    take: (owner, share = 1) => {
      const maxOfOwner = owner === null ? shareOf(max, share) : maxPerOwner;
      if (total >= max || (byOwner.get(owner) ?? 0) >= maxOfOwner) return undefined;
      count(owner, 1);
      return () => count(owner, -1);
    },
  };
}
