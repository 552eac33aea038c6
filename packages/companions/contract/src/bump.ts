/** How far a change goes by the rules of semantic versions. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

const bumps: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/** The farthest of some changes. */
export function farthest(some: readonly Bump[]): Bump {
  return some.reduce((most, each) => (goesAsFar(each, most) ? each : most), 'none');
}

/** Whether one change goes at least as far as another. */
export function goesAsFar(one: Bump, other: Bump): boolean {
  return bumps.indexOf(one) >= bumps.indexOf(other);
}

/** How far one version is from an earlier one. Before 1.0.0 the second number says what breaks, as package managers read it. */
export function bumpBetween(earlier: string, later: string): Bump {
  const [from, to] = [numbersOf(earlier), numbersOf(later)];
  if (from === undefined || to === undefined) return earlier === later ? 'none' : 'major';
  if (isAfter(from, to)) return 'none';
  if (from[0] !== to[0]) return 'major';
  if (from[1] !== to[1]) return to[0] === 0 ? 'major' : 'minor';
  if (from[2] !== to[2]) return to[0] === 0 ? 'minor' : 'patch';
  return 'none';
}

/** Orders versions, the earliest first. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [numbersOf(one), numbersOf(other)];
  if (first === undefined || second === undefined) return one < other ? -1 : Number(one !== other);
  return isAfter(first, second) ? 1 : isAfter(second, first) ? -1 : 0;
}

type Numbers = readonly [number, number, number];

function numbersOf(version: string): Numbers | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function isAfter(one: Numbers, other: Numbers): boolean {
  const index = one.findIndex((number, place) => number !== other[place]);
  return index !== -1 && (one[index] as number) > (other[index] as number);
}
