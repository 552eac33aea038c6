import manifest from '../package.json' with { type: 'json' };

/** The release line of this package. Packages of one line are compatible: the same major version, or minor version below 1.0.0. */
export const releaseLine: string = releaseLineOfVersion(manifest.version);

// Symbol.for, because each package may have its own copy of this one.
const releaseLineMark = Symbol.for('toolwire.release-line');

/**
 * Marks a tool, a protocol or another part of a server with the release line of its package. The server warns of a part with another
 * line than its own.
 */
export function markReleaseLine<Value extends object>(value: Value): Value {
  return Object.defineProperty(value, releaseLineMark, { value: releaseLine });
}

/** The release line that an object is marked with. */
export function releaseLineOf(value: object): string | undefined {
  const line: unknown = (value as { readonly [releaseLineMark]?: unknown })[releaseLineMark];
  return typeof line === 'string' ? line : undefined;
}

/** The part of a version that changes with a breaking change. */
export function releaseLineOfVersion(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}
