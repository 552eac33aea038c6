/** Writes JSON, and throws where JSON would have something else in its place: null for NaN, or nothing at all. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value, refuseNonFinite) as string | undefined;
  if (text === undefined) throw new TypeError('JSON has nothing for this.');
  return text;
}

/** Which members of a value JSON cannot carry. */
export function unwritableMembers(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).filter((name) => {
    try {
      // Left out is fine for a member: so are those that are undefined.
      JSON.stringify(Reflect.get(value, name), refuseNonFinite);
      return false;
    } catch {
      return true;
    }
  });
}

function refuseNonFinite(_name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no such number.');
  return value;
}
