import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import * as z3 from 'zod3';
import { ajv } from '../src/ajv.ts';
import type { SchemaSource } from '../src/compile/compile-input.ts';
import { compileInput, compileOutput, isSchemaError } from '../src/index.ts';
import { zodMini } from '../src/zod-mini.ts';
import { zod3 } from '../src/zod3.ts';

const options = { converters: [zod3(), zodMini()] };
const validator = ajv();
const valibot = (schema: Parameters<typeof toStandardJsonSchema>[0]): SchemaSource => toStandardJsonSchema(schema);

describe('OTC-RESP-05: a sent value matches the published schema', () => {
  it.each<readonly [string, SchemaSource, unknown]>([
    ['zod 4, the flag i', z.object({ v: z.string().regex(/^abc$/i) }), { v: 'ABC' }],
    ['zod 4, the flag m', z.string().regex(/^abc$/m), 'x\nabc'],
    ['zod 4, the flag s beside another pattern', z.string().regex(/^a.c$/s).regex(/c$/), 'a\nc'],
    ['zod 4, the flag v', z.string().regex(new RegExp('^[\\p{L}--[a-z]]$', 'v')), 'A'],
    ['zod 4, no flag', z.string().regex(new RegExp('^\\p{L}$')), 'p{L}'],
    ['zod 4, no flag and an escaped backslash', z.string().regex(new RegExp('^\\\\\\p{L}$')), '\\p{L}'],
    ['zod mini, the flag i', mini.string().check(mini.regex(/^abc$/i)), 'ABC'],
    ['zod 3, the flag i', z3.string().regex(/^a$/i), 'A'],
    ['valibot, the flag i', valibot(v.pipe(v.string(), v.regex(/^a$/i))), 'A'],
    ['valibot, hexadecimal', valibot(v.pipe(v.string(), v.hexadecimal())), 'FF'],
    ['arktype, the flag i', type({ 'v?': [/^a$/i, '[]'] }), { v: ['A'] }],
    ['zod 4, trim after min', z.string().min(3).trim(), 'a  '],
    ['zod 4, in a field that may be missing', z.object({ v: z.string().min(3).trim().optional() }), { v: 'a  ' }],
    [
      'zod 4, upper case after a pattern',
      z
        .string()
        .regex(/^[a-z]+$/)
        .toUpperCase(),
      'abc',
    ],
    ['zod 4, a format that is its own check', z.base64().overwrite((text) => `${text}!`), 'YQ=='],
    ['zod 4, normalize after length', z.string().length(1).normalize('NFD'), 'é'],
    [
      'zod 4, a changed number',
      z
        .number()
        .max(5)
        .overwrite((n) => n * 10),
      4,
    ],
    ['zod 4, a changed integer', z.int().overwrite((n) => n / 2), 3],
    [
      'zod 4, a changed array',
      z
        .array(z.number())
        .min(2)
        .overwrite((items) => items.slice(1)),
      [1, 2],
    ],
    ['zod 4, a changed choice', z.enum(['a']).overwrite(() => 'b' as 'a'), 'a'],
    ['zod mini, trim after min', mini.string().check(mini.minLength(3), mini.trim()), 'a  '],
    ['zod 3, trim after min', z3.string().min(3).trim(), 'a  '],
    [
      'zod 3, two changes after a pattern',
      z3
        .string()
        .regex(/^[a ]+$/)
        .toUpperCase()
        .trim(),
      'a ',
    ],
    ['valibot, trim after min', valibot(v.pipe(v.string(), v.minLength(3), v.trim())), 'a  '],
    ['valibot, upper case of a choice', valibot(v.pipe(v.picklist(['a']), v.toUpperCase() as never)), 'a'],
    ['valibot, items of another type', valibot(v.pipe(v.array(v.string()), v.mapItems(Number))), ['1']],
    ['zod 3, an emoji', z3.string().length(2), '😀'],
    ['valibot, an emoji', valibot(v.pipe(v.string(), v.length(2))), '😀'],
    ['arktype, an emoji', type({ v: 'string >= 2' }), { v: '😀' }],
    ['zod 4, url', z.url(), 'http://exämple.com'],
    ['zod 4, duration', z.iso.duration(), 'PT1.5S'],
    ['zod 4, its own email pattern', z.email({ pattern: z.regexes.html5Email }), 'a@localhost'],
    ['zod 3, url', z3.string().url(), 'http://a.b/ü'],
    ['zod 3, time', z3.string().time(), '12:00:00'],
    ['zod 3, local datetime', z3.string().datetime({ local: true }), '2020-01-01T00:00:00'],
    ['zod 3, duration', z3.string().duration(), 'PT1.5S'],
    ['valibot, url', valibot(v.pipe(v.string(), v.url())), 'http://exämple.com'],
    ['valibot, time', valibot(v.pipe(v.string(), v.isoTime())), '12:00'],
    ['valibot, datetime', valibot(v.pipe(v.string(), v.isoDateTime())), '2020-01-01T00:00'],
    ['valibot, timestamp', valibot(v.pipe(v.string(), v.isoTimestamp())), '2020-01-01 00:00:00+0200'],
    ['valibot, email', valibot(v.pipe(v.string(), v.rfcEmail())), 'a@localhost'],
  ])('%s', async (_, schema, value) => {
    const { check, jsonSchema } = compileOutput(schema, options);
    const checked = await check(value);
    expect(checked).toMatchObject({ ok: true });
    const fits = validator.compile(jsonSchema ?? {});
    expect([jsonSchema, fits(checked.ok ? checked.value : undefined)]).toEqual([jsonSchema, { ok: true }]);
  });

  it('keeps keywords that Zod and Valibot enforce', () => {
    expect(compileOutput(z.string().trim().min(2).max(5)).jsonSchema).toEqual({
      type: 'string',
      minLength: 2,
      maxLength: 5,
    });
    expect(compileOutput(z.string().max(9).trim().regex(/^a/u)).jsonSchema).toEqual({ type: 'string', pattern: '^a' });
    expect(compileOutput(z3.string().trim().min(1).email(), options).jsonSchema).toEqual({
      type: 'string',
      minLength: 1,
      format: 'email',
    });
    expect(compileOutput(z3.string().trim().toLowerCase().email(), options).jsonSchema).toEqual({
      type: 'string',
      format: 'email',
    });
    expect(compileOutput(valibot(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.email()))).jsonSchema).toEqual({
      type: 'string',
      minLength: 1,
      format: 'email',
    });
    expect(compileOutput(z.iso.datetime({ offset: true })).jsonSchema).toEqual({ type: 'string', format: 'date-time' });
    expect(compileOutput(z3.number().int(), options).jsonSchema).toEqual({ type: 'integer' });
    expect(compileOutput(z.number().overwrite(Math.round).int()).jsonSchema).toMatchObject({ type: 'integer' });
  });

  it.each(['^C:\\\\public\\\\\\w+$', '^\\\\u{2}$', '^\\\\\\\\P$'])('keeps the pattern %s', (pattern) => {
    expect(compileOutput(z.string().regex(new RegExp(pattern))).jsonSchema).toEqual({ type: 'string', pattern });
  });

  it('still warns of a slow pattern that is not published', () => {
    expect(compileOutput(z.object({ a: z.string().regex(/^(a+)+$/i) })).warnings).toEqual([
      expect.stringContaining("^(a+)+$ of 'a' can take very long"),
    ]);
  });
});

describe('OTC-CALL-10: an input that matches the published schema is not rejected for its format', () => {
  it.each<readonly [string, SchemaSource, unknown, object]>([
    ['zod 4, datetime', z.iso.datetime(), '2020-01-01T00:00:00+02:00', { format: 'date-time', pattern: 'Z$' }],
    ['zod 3, datetime', z3.string().datetime(), '2020-01-01T00:00:00+02:00', { format: 'date-time', pattern: 'Z$' }],
    ['zod 4, uuid', z.uuid(), '00000000-0000-0000-0000-000000000001', { format: 'uuid' }],
    ['zod 4, uuid of a version', z.uuidv4(), '123e4567-e89b-12d3-a456-426614174000', { format: 'uuid' }],
  ])('%s', async (_, schema, value, published) => {
    const object =
      'typeName' in ((schema as { _def?: object })._def ?? {})
        ? z3.object({ v: schema as z3.ZodType })
        : z.object({ v: schema as z.ZodType });
    const { check, jsonSchema } = compileInput(object, options);
    expect(jsonSchema['properties']).toMatchObject({ v: published });
    expect(validator.compile(jsonSchema)({ v: value })).toMatchObject({ ok: false });
    const checked = await check({ v: value });
    expect(checked.ok ? '' : checked.parameterErrors['v']).toContain('pattern');
  });

  it.each<readonly [string, SchemaSource, string, string]>([
    ['zod 3, time', z3.object({ v: z3.string().time() }), '12:00:00', '12:00:00Z'],
    ['valibot, time', valibot(v.object({ v: v.pipe(v.string(), v.isoTime()) })), '12:00', '12:00:00Z'],
    [
      'valibot, datetime',
      valibot(v.object({ v: v.pipe(v.string(), v.isoDateTime()) })),
      '2020-01-01T00:00',
      '2020-01-01T00:00:00Z',
    ],
  ])('and has no format that the check rejects: %s', async (_, schema, taken, refused) => {
    const { check, jsonSchema } = compileInput(schema, options);
    const fits = validator.compile(jsonSchema);
    expect([fits({ v: taken }).ok, (await check({ v: taken })).ok]).toEqual([true, true]);
    expect([fits({ v: refused }).ok, (await check({ v: refused })).ok]).toEqual([false, false]);
  });
});

describe('an optional field', () => {
  const { catch: catching } = mini;
  const caught = catching(mini.number(), 3);

  it.each<readonly [string, SchemaSource]>([
    ['zod 4', z.object({ v: z.number().catch(3), w: z.string() })],
    ['zod mini', mini.object({ v: caught, w: mini.string() })],
    ['zod 3', z3.object({ v: z3.number().catch(3), w: z3.string() })],
    ['valibot', valibot(v.object({ v: v.fallback(v.number(), 3), w: v.string() }))],
  ])('is not required (%s)', async (_, schema) => {
    const { check, jsonSchema } = compileInput(schema, options);
    expect(jsonSchema).toMatchObject({ properties: { v: { type: 'number' } }, required: ['w'] });
    expect(await check({ w: 'x' })).toEqual({ ok: true, value: { v: 3, w: 'x' } });
  });

  it('is always present in an output', () => {
    const schema = z.object({ v: z.number().catch(3), w: z.string() });
    expect(compileOutput(schema).jsonSchema).toMatchObject({ required: ['v', 'w'] });
  });

  it('leaves no empty required list', () => {
    expect(compileInput(z.object({ v: z.number().catch(3) })).jsonSchema).not.toHaveProperty('required');
  });
});

it("rejects a file, which JSON can't represent, with its field", () => {
  const define = (): unknown => compileInput(z.object({ a: z.object({ picture: z.file() }) }));
  expect(define).toThrow(/'a.picture' is of the type 'file'.*base64/);
  expect(isSchemaError(thrownBy(define))).toBe(true);
  expect(() => compileOutput(z.file())).toThrow("of the type 'file'");
});

it.each([v.toNumber(), v.toString(), v.parseJson()])(
  'rejects an output whose type Valibot changes, with $type',
  (action) => {
    const schema = v.object({ n: v.pipe(v.string(), action as ReturnType<typeof v.toNumber<string>>) });
    expect(() => compileOutput(valibot(schema))).toThrow(/'n' is of the type 'transform'/);
    expect(compileInput(valibot(schema)).jsonSchema).toMatchObject({ properties: { n: { type: 'string' } } });
  },
);

function thrownBy(define: () => unknown): unknown {
  try {
    return define();
  } catch (thrown) {
    return thrown;
  }
}

describe('zod 4, z.stringbool()', () => {
  const accepts = async (schema: z.ZodType, value: string): Promise<boolean> =>
    (await compileInput(z.object({ v: schema })).check({ v: value })).ok;
  const published = (schema: z.ZodType): unknown =>
    (compileInput(z.object({ v: schema })).jsonSchema['properties'] as Record<string, unknown>)['v'];

  it('is published with its words, and accepts them in any case', async () => {
    expect(published(z.stringbool().describe('Whether to send.'))).toEqual({
      type: 'string',
      enum: ['true', '1', 'yes', 'on', 'y', 'enabled', 'false', '0', 'no', 'off', 'n', 'disabled'],
      description: 'Whether to send.',
    });
    const accepted = ['true', 'TRUE', 'No', 'maybe'].map((word) => accepts(z.stringbool(), word));
    expect(await Promise.all(accepted)).toEqual([true, true, true, false]);
  });

  it('is published with words of the author', async () => {
    const schema = z.stringbool({ truthy: ['ja'], falsy: ['nein'], case: 'sensitive' });
    expect(published(schema)).toEqual({ type: 'string', enum: ['ja', 'nein'] });
    expect(await accepts(schema, 'JA')).toBe(false);
  });

  it('is not confused with a codec of the author, which may throw', async () => {
    const codec = z.codec(z.string(), z.boolean(), {
      decode: (text) => {
        if (text.includes('\0')) throw new Error('This is not for me.');
        return text === 'ja';
      },
      encode: String,
    });
    expect(published(codec)).toEqual({ type: 'string' });
    expect(await accepts(codec, 'ja')).toBe(true);
  });
});
