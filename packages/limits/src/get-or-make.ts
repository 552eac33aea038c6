/** What a map has under a key; made and kept if there is nothing yet. */
export function getOrMake<Value>(map: Map<string, Value>, key: string, make: (key: string) => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make(key);
  map.set(key, made);
  return made;
}
