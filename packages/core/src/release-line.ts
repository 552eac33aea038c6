import manifest from '../package.json' with { type: 'json' };

/** The releases that work together with this one: those of its major, below 1.0.0 those of its minor. */
export const releaseLine: string = lineOf(manifest.version);

// Symbol.for: the packages that meet have each their own copy of this one, and that is what it is about.
const releaseMark = Symbol.for('toolwire.release-line');

/** Says on what a package has made of which releases it is, for the package that is handed it. */
export function markRelease<Made extends object>(made: Made): Made {
  return Object.defineProperty(made, releaseMark, { value: releaseLine });
}

/** Of which releases something is, where its package has said so. */
export function releaseLineOf(made: object): string | undefined {
  const line: unknown = (made as { readonly [releaseMark]?: unknown })[releaseMark];
  return typeof line === 'string' ? line : undefined;
}

/** The part of a version that changes when something breaks. */
export function lineOf(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}
