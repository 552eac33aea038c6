import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkVersion } from '../src/check-registration.ts';
import { compareVersions } from '../src/version-resolver.ts';

const part = fc.oneof(fc.nat({ max: 12 }), fc.maxSafeNat());
const version = fc.tuple(part, part, part).map((parts) => parts.join('.'));

describe('a tool is registered with a version x.y.z (OTC-DEF-05)', () => {
  it.each(['0.0.0', '1.0.0', '10.20.30', '9007199254740991.0.0'])('accepts %j', (text) => {
    expect(() => checkVersion(text)).not.toThrow();
  });

  it.each([
    '',
    '1',
    '1.0',
    '1.0.0.0',
    '01.0.0',
    '1.00.0',
    '1.0.0-beta',
    '1.0.0+b1',
    'v1.0.0',
    ' 1.0.0',
    '1.0.0\n',
    '１.０.０',
    '1.x.0',
    '-1.0.0',
    'latest',
    undefined,
    null,
    1,
    {},
    ['1.0.0'],
  ])('rejects %j with the expected format', (text) => {
    expect(() => checkVersion(text)).toThrow(
      /^A tool version must be exactly x\.y\.z, such as '1\.0\.0', with three whole numbers/,
    );
  });

  it.each(['9007199254740992.0.0', '1.9007199254740993.0', `0.0.${'9'.repeat(300)}`])(
    'rejects %j, whose order is undefined (CASE-04)',
    (text) => {
      expect(() => checkVersion(text)).toThrow(/The largest allowed number is 9007199254740991/);
    },
  );

  it('never repeats a long or unprintable string in its error', () => {
    expect(() => checkVersion(`\u001b[31m${'x'.repeat(500)}`)).toThrow(/^[\x20-\x7e]{1,300}$/);
  });
});

describe('versions are ordered by their numbers (OTC-VER-04)', () => {
  it('puts 10.0.0 after 2.1.0 and 1.10.0 after 1.9.0', () => {
    const shuffled = ['2.1.0', '10.0.0', '1.9.0', '1.0.0', '1.10.0', '1.2.0'];
    expect(shuffled.sort(compareVersions)).toEqual(['1.0.0', '1.2.0', '1.9.0', '1.10.0', '2.1.0', '10.0.0']);
  });

  it('agrees with the order of the parts as exact integers, up to 2^53 - 1', () => {
    fc.assert(
      fc.property(version, version, (left, right) => {
        const [a, b] = [left, right].map((text) => text.split('.').map(BigInt)) as [bigint[], bigint[]];
        const first = a.findIndex((number, index) => number !== b[index]);
        const expected = first === -1 ? 0 : (a[first] as bigint) < (b[first] as bigint) ? -1 : 1;
        expect(compareVersions(left, right)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('is a total order: antisymmetric, transitive, and equal only for the same version', () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(compareVersions(a, b) + compareVersions(b, a)).toBe(0);
        expect(compareVersions(a, b) === 0).toBe(a === b);
        const [low, middle, high] = [a, b, c].sort(compareVersions) as [string, string, string];
        expect(compareVersions(low, middle)).toBeLessThanOrEqual(0);
        expect(compareVersions(middle, high)).toBeLessThanOrEqual(0);
        expect(compareVersions(low, high)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 1000 },
    );
  });
});
