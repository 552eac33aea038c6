import type { ToolInfo } from '@toolwire/core';

/** The longest name that clients are known to take. */
const longest = 64;
const hashLength = 10;

/**
 * The name of one version of a tool, such as `Calculator_Add-1_0_0`: models' interfaces take letters, digits, `_` and `-`.
 * One that would be too long, or that another tool has, tells by a hash of all of it which it was, so that it means the
 * same whatever else there is.
 */
export function versionedName({ name, version }: ToolInfo, isTaken: (name: string) => boolean): string {
  const end = version.replaceAll('.', '_');
  const whole = `${name}-${end}`;
  if (whole.length <= longest && !isTaken(whole)) return whole;
  const marked = `_${hashOf(whole)}-${end}`;
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
