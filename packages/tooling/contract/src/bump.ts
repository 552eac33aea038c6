import { compareVersionTexts } from '@toolwire/internal';

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

/** Compares versions for sorting, the earliest first. */
export function compareVersions(version: string, other: string): number {
  const [first, second] = [numbersOf(version), numbersOf(other)];
  if (first === undefined || second === undefined) return version < other ? -1 : Number(version !== other);
  return compareVersionTexts(first.join('.'), second.join('.'));
}

/** Returns the bump between two versions. Before 1.0.0 a minor bump covers breaking changes, as in package managers. */
export function bumpBetween(earlier: string, later: string): Bump {
  const [from, to] = [numbersOf(earlier), numbersOf(later)];
  if (from === undefined || to === undefined) return earlier === later ? 'none' : 'major';
  if (compareVersionTexts(from.join('.'), to.join('.')) >= 0) return 'none';
  if (from[0] !== to[0]) return 'major';
  if (from[1] !== to[1]) return to[0] === '0' ? 'major' : 'minor';
  return to[0] === '0' ? 'minor' : 'patch';
}

function numbersOf(version: string): readonly string[] | undefined {
  return /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1);
}
