import { cpuMs, measureCpu } from '@toolwire/internal/testing';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ajv } from '../src/ajv.ts';
import { compileInput, compileOutput } from '../src/index.ts';
import { PatternCosts } from '../src/regex-cost/pattern-costs.ts';
import { slowSteps } from '../src/regex-cost/pattern-steps.ts';
import { checkInput } from './sync-checks.ts';

const slow = [
  '^(a+)+$',
  '^(a*)*$',
  '(a+){2,}b',
  '(?:a+)*b',
  '(?<name>a+)+$',
  '((a+)b?)*c',
  '([a-z]+)*$',
  '(\\d+)*x',
  '(.*,)*$',
  '(a|a)*b',
  '(a|ab?)*c',
  '(\\w|\\d)+$',
  '([a-z]|[a-f])*$',
  '(a|b|a)*$',
  '^((a+))+$',
  '(x+x+)+y',
  '^(\\w+\\s?)*$',
  '^(a+){1,3}$',
];

const quick = [
  '^a+$',
  '^[a-z]+(-[a-z]+)*$',
  '^([a-z]+\\.)+[a-z]{2,}$',
  '^(\\d{3}-)+$',
  '^(?:[A-Za-z0-9+/]{4})*$',
  '^(a|b)*$',
  '^(foo|bar)+$',
  '^[^@]+@[^@]+$',
  '^(?=.{1,10}$)[a-z]+$',
  '^\\(a+\\)+$',
  '^[(a+)]+$',
  '^(a+)?$',
  '^\\p{L}+( \\p{L}+)*$',
  '^(?:\\p{L}|\\p{N})+$',
  '^\\P{L}+\\p{L}+$',
  '',
  '^$',
  '^((^|,)[a-z]+)+$',
];

/** The longest string that each slow pattern may run on. */
const limits: readonly (readonly [pattern: string, longestInTime: number])[] = [
  ['^(?:[ab]x|[ac]x|b1|b2|c1|c2|\\r|\\f|\\v)+$', 34],
  ['^(a+)+$', 21],
  ['(a|a)*b', 18],
  ['x(?<=^(a+)+x)', 18],
  ['(.*)a(.*)b', 259],
  ['^(?:\\p{Script=Greek}+ ?)+$', 20],
  ['^(?:\\p{M}+)+$', 21],
  ['^(?:\\p{Script=Cyrillic}|\\p{Lu})+$', 19],
  ['^(?:\\p{Cs}|.)+$', 19],
  ['^(\\p{Extended_Pictographic}|\\p{Emoji_Component})+$', 19],
  ['^(?:\\p{Script=Han}|[\\u{20000}-\\u{2a6df}])+$', 19],
  ['^(\\r+)+$', 21],
  ['^(\\f+)+$', 21],
  ['^(\\v+)+$', 21],
  ['^(\\cA+)+$', 21],
  ['^([\\b]+)+$', 21],
];

/** The time of a pattern for a string that almost matches. */
function cost(pattern: string): number {
  return cpuMs(() => {
    for (const text of ['a', 'x', '1', ',', 'a ']) new RegExp(pattern, 'u').test(`${text.repeat(22)}\u0000`);
  });
}

describe('a pattern that a short string can hang', () => {
  it.each(slow)('is detected: %s', (pattern) => {
    expect(slowSteps({ source: pattern, flags: 'u' })).toBeDefined();
  });

  it.each(quick)('has no false positives: %s', (pattern) => {
    expect(slowSteps({ source: pattern, flags: 'u' })).toBeUndefined();
    expect(cost(pattern)).toBeLessThan(500);
  });

  it.each(limits)('limits its strings: %s to %i characters', (source, longestInTime) => {
    expect(new PatternCosts().of({ source, flags: 'u' }).longestInTime).toBe(longestInTime);
  });

  it.each(['^(?:[\\p{L}&&\\p{Script=Greek}]+)+$', '^(?:[\\q{abc}]+)+$'])(
    'is detected with the flag v: %s',
    (source) => {
      expect(new PatternCosts().of({ source, flags: 'v' }).longestInTime).toBe(21);
    },
  );

  it('is not a list whose first item has no separator', () => {
    const schema = {
      type: 'object',
      properties: { sort: { type: 'string', pattern: '^((^|,)[a-z]+)+$', maxLength: 500 } },
    };
    const compiled = compileInput(schema, { validator: ajv() });
    expect(checkInput(compiled, { sort: 'name,email,created,updated' })).toMatchObject({ ok: true });
  });

  it.each(['(?:^){999999999}', '(?:(?:(?:(?:(?:^){64}){64}){64}){64}){64}'])(
    'is not a repeated condition, and no copies of it are made: %s',
    (source) => {
      expect(slowSteps({ source, flags: 'u' })).toBeUndefined();
    },
  );

  it.each(['(', ')', '[', '(((', 'a)b(c', '\\', '*', '(?', '{', '(?<'])(
    'does not break the search when it is invalid: %s',
    (pattern) => {
      expect(() => slowSteps({ source: pattern, flags: 'u' })).not.toThrow();
    },
  );

  it.each([
    ['(?m:^[^]*x)', '^[^]*x', 'm'],
    ['(?m:x|(?i:^[^]*x))', 'x|^[^]*x', 'm'],
    ['(?m:x)|^[^]*x', 'x|^[^]*x', ''],
  ])('limits its strings by the flag m of a group: %s', (source, plain, flags) => {
    const longestInTime = (expression: { source: string; flags: string }): number =>
      new PatternCosts().of(expression).longestInTime;
    expect(longestInTime({ source, flags: '' })).toBe(longestInTime({ source: plain, flags }));
  });

  it('is detected after a part that is repeated zero times', () => {
    const source = '^(?:a*){0}(b+)+$';
    expect(new PatternCosts().of({ source, flags: 'u' }).longestMatch).toBe(Number.POSITIVE_INFINITY);
    expect(compileInput({ properties: { a: { pattern: source } } }, { validator: ajv() }).warnings).toEqual([
      expect.stringContaining('can take very long: a string of more than'),
    ]);
  });

  it('is detected after more empty choices than a number can count', () => {
    expect(slowSteps({ source: `^${'(|)'.repeat(1200)}^(a+)+$`, flags: 'u' })).toBeDefined();
  });

  const references = Array.from({ length: 40 }, (_, index) => index + 1);
  const doubled = references.map((group) => `(\\${group}\\${group})`).join('');
  it.each([
    ['characters', `^(a)${doubled}$`, 2 ** 41 - 1],
    ['optional characters', `^(a?)${doubled}$`, 2 ** 41 - 1],
    ['nothing', `^()${doubled}$`, 0],
    ['anchored choices', `^(^)$${references.map((group) => `|^(\\${group}|\\${group})$`).join('')}|\\41$`, 0],
  ])('is analyzed in limited time if its back references double %s', (_, source, longestMatch) => {
    const { ms, result } = measureCpu(() => new PatternCosts().of({ source, flags: 'u' }));
    // Repeating each reference takes forever.
    expect(ms).toBeLessThan(10_000);
    expect(result).toMatchObject({ longestMatch, longestInTime: 1732 });
  });

  it('causes a warning at definition, with the field', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'array', description: 'A.', items: { pattern: '^(a+)+$' } } },
    };
    expect(compileInput(schema, { validator: ajv() }).warnings).toEqual([
      expect.stringMatching(
        /^The pattern \^\(a\+\)\+\$ of 'a\[\]' can take very long: a string of more than 21 characters is refused/,
      ),
    ]);
    expect(compileOutput(z.string().regex(/^(\d+)*$/)).warnings).toHaveLength(1);
    expect(
      compileOutput({ patternProperties: { '(a+)+$': { type: 'string' } } }, { validator: ajv() }).warnings,
    ).toHaveLength(1);
  });

  it.each<readonly [string, object, object]>([
    [
      'patternProperties',
      { patternProperties: { '^(a+)+$': { type: 'string' } } },
      { propertyNames: { maxLength: 20 } },
    ],
    [
      'propertyNames',
      { propertyNames: { pattern: '^(a+)+$' } },
      { propertyNames: { pattern: '^(a+)+$', maxLength: 20 } },
    ],
    [
      'a union in propertyNames',
      { propertyNames: { anyOf: [{ pattern: '^(a+)+$' }] } },
      { propertyNames: { anyOf: [{ pattern: '^(a+)+$' }], maxLength: 20 } },
    ],
  ])('names the limit of field names: %s', (_, map, limited) => {
    const warningsOf = (schema: object): readonly string[] => {
      const p = { type: 'object', description: 'A.', ...schema };
      return compileInput({ type: 'object', properties: { p } }, { validator: ajv() }).warnings;
    };
    expect(warningsOf(map)).toEqual([
      "The pattern ^(a+)+$ for the field names of 'p' can take very long: a name of more than 21 characters is refused before the pattern runs. Rewrite the pattern, or set a maxLength of at most 21 in propertyNames.",
    ]);
    expect(warningsOf({ ...map, ...limited })).toEqual([]);
  });

  it('advises a limit for the length of field names, if the schema has none', () => {
    const schema = z.object({ p: z.record(z.string().regex(/^a+$/), z.number()).describe('A.') });
    expect(compileInput(schema).warnings).toEqual([
      "The pattern ^a+$ for the field names of 'p' has no maxLength: a name of more than 10000 characters is refused before the pattern runs. Set a maxLength in propertyNames.",
    ]);
    expect(compileInput({ propertyNames: { pattern: '^a+$' } }, { validator: ajv() }).warnings).toEqual([
      'The pattern ^a+$ for the field names has no maxLength: a name of more than 10000 characters is refused before the pattern runs. Set a maxLength in propertyNames.',
    ]);
  });

  it('causes a warning if its limit is below the declared maxLength', () => {
    const text = { type: 'string', description: 'A.', pattern: '(.*)a(.*)b' };
    const warningsOf = (maxLength: number): readonly string[] => {
      const schema = { type: 'object', properties: { text: { ...text, maxLength } } };
      return compileInput(schema, { validator: ajv(), maxPatternLength: 100 }).warnings;
    };
    expect(warningsOf(500)).toEqual([expect.stringContaining('a string of more than 259 characters is refused')]);
    expect(warningsOf(259)).toEqual([]);
  });

  it.each([
    { allOf: [{ pattern: '^a+b' }] },
    { anyOf: [{ pattern: '^a+b' }, { minLength: 5 }] },
    { not: { pattern: '^a+b' } },
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
    { if: { pattern: '^a+b' }, then: { minLength: 5 } },
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
    { if: { minLength: 5 }, then: { pattern: '^a+b' }, else: { pattern: '^b+c' } },
  ])('causes no warning if a maxLength applies with a subschema for the same string: %j', (inner) => {
    const warningsOf = (text: object): readonly string[] =>
      compileInput(
        { type: 'object', properties: { if: { type: 'string', description: 'A.', ...text } } },
        { validator: ajv() },
      ).warnings;
    expect(warningsOf({ ...inner, maxLength: 10 })).toEqual([]);
    expect(warningsOf(inner)).toContainEqual(expect.stringContaining('has no maxLength'));
  });

  it('is not reported for the formats of Zod', () => {
    const schema = z.object({
      a: z.email(),
      b: z.iso.datetime(),
      c: z.base64(),
      d: z.ipv6(),
      e: z.cidrv4(),
      f: z.ulid(),
      g: z.jwt(),
    });
    expect(compileOutput(schema).warnings).toEqual([]);
  });
});
