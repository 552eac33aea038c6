import manifest from '../package.json' with { type: 'json' };

/** The compatible releases: the same major version, or the same minor version below 1.0.0. */
export const compatibleRelease: string = compatibleRangeOf(manifest.version);

// Symbol.for, because each package may have its own copy of this one.
const releaseMark = Symbol.for('toolwire.release-line');

/** Marks an object with the release of its package. */
export function markRelease<Value extends object>(value: Value): Value {
  return Object.defineProperty(value, releaseMark, { value: compatibleRelease });
}

/** The release that an object is marked with. */
export function compatibleReleaseOf(value: object): string | undefined {
  const release: unknown = (value as { readonly [releaseMark]?: unknown })[releaseMark];
  return typeof release === 'string' ? release : undefined;
}

/** The part of a version that changes with a breaking change. */
export function compatibleRangeOf(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}
