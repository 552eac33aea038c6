/** Returns the value of a key, and creates it if it does not exist. */
export function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: (key: Key) => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create(key);
  map.set(key, created);
  return created;
}
