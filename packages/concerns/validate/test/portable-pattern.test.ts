import { portablePattern } from '@toolwire/internal/json-schema';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { compileInput, compileOutput, type JsonSchema } from '../src/index.ts';

describe('OTC-DEF-09: a pattern of a schema library', () => {
  it.each([
    [String.raw`^[^\@]+\@[^\@]+$`, '^[^@]+@[^@]+$'],
    [String.raw`^\-a\_$`, '^-a_$'],
    ['^{a}$', String.raw`^\{a\}$`],
    ['^a{2,}]$', String.raw`^a{2,}\]$`],
    [String.raw`^[\w-.]+\:$`, String.raw`^[\w\-.]+:$`],
    [String.raw`^[a-\d-x\"]$`, String.raw`^[a\-\d\-x"]$`],
    [String.raw`^(?<a>\'x)\k<a>\1$`, String.raw`^(?<a>'x)\k<a>\1$`],
    [String.raw`^[]|[^]\ $`, '^[]|[^] $'],
  ])('is rewritten so that every validator can compile it: %s', (source, written) => {
    expect(portablePattern(source)).toBe(written);
    const schema = compileInput(z.object({ v: z.string().regex(new RegExp(source)) })).jsonSchema;
    expect(schema['properties']).toEqual({ v: { type: 'string', pattern: written } });
    for (const Compiler of [Ajv, Ajv2020]) {
      expect(() => new Compiler({ strict: false }).compile(schema)).not.toThrow();
    }
  });

  it('means the same after it is rewritten', () => {
    const parts = [
      'a',
      '-',
      '\\-',
      '\\w',
      '\\@',
      '.',
      '{',
      '}',
      ']',
      '[',
      '^',
      '\\d',
      '(',
      ')',
      '1',
      ',',
      '\\_',
      'z',
      '*',
    ];
    const texts = fc.array(fc.constantFrom('a', '-', '@', '.', '{', '}', ']', '[', '1', ',', '_', 'z', '*', '\\'));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 8 }), texts, (pieces, characters) => {
        const source = `[${pieces.join('')}`;
        const pattern = read(source);
        const portable = pattern && portablePattern(source);
        fc.pre(pattern !== undefined && portable !== undefined);
        const text = characters.join('');
        expect(new RegExp(portable ?? '', 'u').test(text)).toBe(pattern?.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([String.raw`\1`, String.raw`\p{L}\_`, String.raw`\u{61}\_`, '(?=a)*', '[😀]\\_', '(?<=\\8)'])(
    'is omitted, with a warning, if that is not possible: %s',
    (source) => {
      const compiled = compileOutput(z.object({ a: z.string().regex(new RegExp(source)) }));
      expect(compiled.jsonSchema).toMatchObject({ properties: { a: { type: 'string' } } });
      expect(JSON.stringify(compiled.jsonSchema)).not.toContain('pattern');
      expect(compiled.warnings).toEqual([
        expect.stringMatching(/of 'a' does not compile with the u flag, .* so it is not published/),
      ]);
    },
  );

  it('is still checked when it is not published', () => {
    const compiled = compileOutput(z.string().regex(new RegExp('^a\\8?$')));
    expect(compiled.jsonSchema).toEqual({ type: 'string' });
    expect(compiled.check('a')).toEqual({ ok: true, value: 'a' });
    expect(compiled.check('b')).toMatchObject({ ok: false, reason: 'mismatch' });
  });

  it('is dropped from patternProperties too', () => {
    const converters = [() => ({ type: 'object', patternProperties: { '^\\_': { type: 'number' }, '\\8': {} } })];
    const compiled = compileOutput(z.any(), { converters });
    expect(compiled.jsonSchema).toEqual({ type: 'object', patternProperties: { '^_': { type: 'number' } } });
    expect(compiled.warnings).toHaveLength(1);
  });

  const dropped = { type: 'string', pattern: '\\8' };
  const open = { type: 'string' };
  const field = { type: 'object', patternProperties: { '\\8': {} }, additionalProperties: false };
  const openField = { type: 'object', patternProperties: {} };
  it.each<readonly [string, JsonSchema, JsonSchema]>([
    ['additionalProperties', field, openField],
    [
      'unevaluatedProperties',
      { ...openField, allOf: [field], unevaluatedProperties: false },
      { ...openField, allOf: [openField] },
    ],
    ['not', { type: 'string', not: dropped }, open],
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    ['then', { type: 'string', if: dropped, then: { maxLength: 2 } }, { type: 'string', if: open }],
    ['maxContains', { type: 'array', contains: dropped, maxContains: 1 }, { type: 'array', contains: open }],
    ['oneOf', { oneOf: [dropped, { type: 'number' }] }, { anyOf: [open, { type: 'number' }] }],
    [
      'no more than these',
      { properties: { a: dropped }, patternProperties: { '^b': {} }, unevaluatedProperties: false },
      { properties: { a: open }, patternProperties: { '^b': {} }, unevaluatedProperties: false },
    ],
  ])('is dropped with keywords that would then reject valid values: %s', (_what, schema, published) => {
    expect(compileOutput(z.any(), { converters: [() => schema] }).jsonSchema).toEqual(published);
  });

  it('with flags is dropped from one variant, so that a value may match several', () => {
    const variants = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), text: z.string().regex(/^x/i) }),
      z.object({ kind: z.literal('b') }),
    ]);
    expect(compileOutput(variants).jsonSchema).not.toHaveProperty('oneOf');
  });
});

function read(source: string): RegExp | undefined {
  try {
    return new RegExp(source);
  } catch {
    return undefined;
  }
}
