import { shareOf } from '@toolwire/internal';

/** Counts running tasks, in total and per owner. */
export interface Slots {
  /** Takes a slot, and returns a function that releases it; `undefined` if none is free. Tasks without an owner get only this share of all slots. */
  take(owner: string | null, share?: number): (() => void) | undefined;
}

export function createSlots(max: number, maxPerOwner: number): Slots {
  let taken = 0;
  const takenBy = new Map<string | null, number>();
  const count = (owner: string | null, by: 1 | -1): void => {
    taken += by;
    const now = (takenBy.get(owner) ?? 0) + by;
    if (now === 0) takenBy.delete(owner);
    else takenBy.set(owner, now);
  };
  return {
    take: (owner, share = 1) => {
      const most = owner === null ? shareOf(max, share) : maxPerOwner;
      if (taken >= max || (takenBy.get(owner) ?? 0) >= most) return undefined;
      count(owner, 1);
      return () => count(owner, -1);
    },
  };
}
