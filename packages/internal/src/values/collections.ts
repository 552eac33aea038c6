/** Groups items by a key, in the order of the first item of each group. */
export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Creates a function that computes its value once for each object, and stores it as long as the object exists. */
export function cachedBy<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const value = create(key);
    cache.set(key, value);
    return value;
  };
}
