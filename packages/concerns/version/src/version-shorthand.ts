// The version 1 means exactly 1.0.0, never the newest 1.x (OTC-VER-03).
const shorthandEnd = '.0.0';

/** Returns the version for a shorthand, such as 1.0.0 for `1`. */
export function fullVersionOf(shorthand: string): string {
  return `${shorthand}${shorthandEnd}`;
}

/** Returns the shorthand of a version, such as `1` for 1.0.0; `undefined` if it has none. */
export function shorthandOf(version: string): string | undefined {
  return version.endsWith(shorthandEnd) ? version.slice(0, -shorthandEnd.length) : undefined;
}
