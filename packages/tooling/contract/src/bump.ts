/** The version bump that a change needs in semantic versioning. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

const bumps: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/** Returns the largest bump. */
export function largestBump(allBumps: readonly Bump[]): Bump {
  return bumps.findLast((bump) => allBumps.includes(bump)) ?? 'none';
}

/** Whether one bump is at least as large as another. */
export function isAtLeast(bump: Bump, other: Bump): boolean {
  return bumps.indexOf(bump) >= bumps.indexOf(other);
}

/** Returns the bump between two versions. Before 1.0.0 a minor bump covers breaking changes, as in package managers. */
export function bumpBetween(earlier: string, later: string): Bump {
  const [from, to] = [numbersOf(earlier), numbersOf(later)];
  if (from === undefined || to === undefined) return earlier === later ? 'none' : 'major';
  if (isAfter(from, to)) return 'none';
  if (from[0] !== to[0]) return 'major';
  if (from[1] !== to[1]) return to[0] === 0 ? 'major' : 'minor';
  if (from[2] !== to[2]) return to[0] === 0 ? 'minor' : 'patch';
  return 'none';
}

/** Compares versions for sorting, the earliest first. */
export function compareVersions(version: string, other: string): number {
  const [first, second] = [numbersOf(version), numbersOf(other)];
  if (first === undefined || second === undefined) return version < other ? -1 : Number(version !== other);
  return isAfter(first, second) ? 1 : isAfter(second, first) ? -1 : 0;
}

type Numbers = readonly [number, number, number];

function numbersOf(version: string): Numbers | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function isAfter(version: Numbers, other: Numbers): boolean {
  const index = version.findIndex((number, position) => number !== other[position]);
  return index !== -1 && (version[index] as number) > (other[index] as number);
}
