/** Numbers from 0 to below 1 that look random and are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same items in another order. */
export function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const left = [...items];
  const order: T[] = [];
  while (left.length > 0) {
    const index = Math.floor(random() * left.length);
    const last = left.pop() as T;
    const taken = index === left.length ? last : (left[index] as T);
    if (index !== left.length) left[index] = last;
    order.push(taken);
  }
  return order;
}
