/** The longest name that readers of tools are known to take. */
const longest = 64;
const hashLength = 10;

/**
 * The name of one version of a tool, such as `Calculator_Add-1_0_0`: models' interfaces take letters, digits, `_` and `-`.
 * One that would be too long, or that another tool has, tells by a hash of all of it which it was, so that it means the
 * same whatever else there is.
 */
export function versionedName(
  { name, version }: { readonly name: string; readonly version: string },
  isTaken: (name: string) => boolean,
): string {
  const end = `-${version.replaceAll('.', '_')}`;
  const whole = name + end;
  return whole.length <= longest && !isTaken(whole) ? whole : markedName(name, whole, end);
}

/** A name cut to what readers take, with a hash of what it stands for, and perhaps an end that stays. */
export function markedName(name: string, meaning: string, end = ''): string {
  const marked = `_${hashOf(meaning)}${end}`;
  return name.slice(0, Math.max(0, longest - marked.length)) + marked;
}

// FNV-1a over 64 bits, in as many letters as leave room for the longest version.
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const letter of text) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n);
  }
  return hash.toString(36).padStart(hashLength, '0').slice(-hashLength);
}
