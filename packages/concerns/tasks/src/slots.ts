/** Counts what runs, all in all and for each owner. */
export interface Slots {
  /** A slot, to be given back by the function that it answers; `undefined` if there is none left. */
  take(owner: string | null): (() => void) | undefined;
}

/** Makes slots; tasks that belong to nobody count only for the whole. */
export function createSlots(max: number, maxPerOwner: number): Slots {
  let taken = 0;
  const takenBy = new Map<string, number>();
  const count = (owner: string | null, by: 1 | -1): void => {
    taken += by;
    if (owner === null) return;
    const now = (takenBy.get(owner) ?? 0) + by;
    if (now === 0) takenBy.delete(owner);
    else takenBy.set(owner, now);
  };
  return {
    take: (owner) => {
      if (taken >= max || (owner !== null && (takenBy.get(owner) ?? 0) >= maxPerOwner)) return undefined;
      count(owner, 1);
      return () => count(owner, -1);
    },
  };
}
