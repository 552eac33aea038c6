/** What a map has under a key; made and kept if there is nothing yet. */
export function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make(key);
  map.set(key, made);
  return made;
}
