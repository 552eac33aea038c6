// Apart from version.ts, because the client reads tool IDs without loading semver.
const omittedPart = '.0.0';

/** Expands the shorthand `1` to 1.0.0. It never means the newest 1.x (OTC-VER-03). */
export function expandShorthand(shorthand: string): string {
  return `${shorthand}${omittedPart}`;
}

/** Returns the shorthand of a version, such as `1` for 1.0.0; `undefined` if it has none. */
export function shorthandOf(version: string): string | undefined {
  return version.endsWith(omittedPart) ? version.slice(0, -omittedPart.length) : undefined;
}
