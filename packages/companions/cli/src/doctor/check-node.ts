import type { Finding } from './finding.ts';

/** Whether this Node is one that the packages run on; `range` is as `engines` of a package has it. */
export function checkNode(version: string, range: string): Finding {
  const [, least = '0'] = /(\d+(?:\.\d+)*)/.exec(range) ?? [];
  const isNewEnough = compare(partsOf(version), partsOf(least)) >= 0;
  const message = `Node ${version.replace(/^v/, '')}, and toolwire needs ${range}`;
  return isNewEnough
    ? { check: 'node', state: 'well', message }
    : { check: 'node', state: 'wrong', message, advice: `Install Node ${least} or newer.` };
}

function partsOf(version: string): readonly number[] {
  return version.replace(/^v/, '').split('.').map(Number);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((part, place) => part !== (other[place] ?? 0));
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
