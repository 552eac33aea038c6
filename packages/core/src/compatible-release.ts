import manifest from '../package.json' with { type: 'json' };

/** The compatible releases: the same major version, or the same minor version below 1.0.0. */
export const compatibleRelease: string = compatibleRangeOf(manifest.version);

// Symbol.for, because each package may have its own copy of this one.
const releaseMark = Symbol.for('toolwire.release-line');

/** Marks an object with the release of its package. */
export function markRelease<Made extends object>(made: Made): Made {
  return Object.defineProperty(made, releaseMark, { value: compatibleRelease });
}

/** The release that an object is marked with. */
export function compatibleReleaseOf(made: object): string | undefined {
  const line: unknown = (made as { readonly [releaseMark]?: unknown })[releaseMark];
  return typeof line === 'string' ? line : undefined;
}

/** The part of a version that changes with a breaking change. */
export function compatibleRangeOf(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}
