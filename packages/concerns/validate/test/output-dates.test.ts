import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import * as z3 from 'zod/v3';
import { compileOutput } from '../src/index.ts';
import { zodMini } from '../src/zod-mini.ts';
import { zod3 } from '../src/zod3.ts';
import { checkOutput } from './sync-checks.ts';

const converters = [zod3(), zodMini()];
const text = { type: 'string', format: 'date-time' };
const at = new Date('2026-01-31T12:00:00.000Z');

describe.each([
  ['zod', z.object({ at: z.date(), all: z.array(z.date()).optional() })],
  ['zod mini', mini.object({ at: mini.date(), all: mini.optional(mini.array(mini.date())) })],
  ['zod 3', z3.object({ at: z3.date(), all: z3.array(z3.date()).optional() })],
  ['valibot', toStandardJsonSchema(v.object({ at: v.date(), all: v.optional(v.array(v.date())) }))],
  ['arktype', type({ at: 'Date', 'all?': 'Date[]' })],
])('a date in an output (%s)', (_, schema) => {
  const compiled = compileOutput(schema, { converters });

  it('is published as a string with the format date-time', () => {
    expect(compiled.jsonSchema).toMatchObject({
      type: 'object',
      properties: { at: text, all: { type: 'array', items: text } },
      required: ['at'],
    });
    expect(JSON.stringify(compiled.jsonSchema)).not.toContain('x-toolwire');
  });

  it('is returned as a Date, and sent as a string', async () => {
    expect(await compiled.check({ at, all: [at] })).toEqual({
      ok: true,
      value: { at: '2026-01-31T12:00:00.000Z', all: ['2026-01-31T12:00:00.000Z'] },
    });
  });

  it("is rejected if it is invalid, or outside the format's range", async () => {
    for (const wrong of ['2026-01-31T12:00:00.000Z', new Date('+010000-01-01T00:00:00.000Z'), 0, {}]) {
      expect(await compiled.check({ at: wrong })).toMatchObject({ ok: false, reason: 'mismatch' });
    }
    expect(await compiled.check({ at: new Date(Number.NaN) })).toMatchObject({
      ok: false,
      reason: 'not_json',
      detail: 'at is an invalid Date.',
    });
  });

  it('is sent as it was when it was returned', async () => {
    const later = new Date(at);
    const checked = compiled.check({ at: later });
    later.setUTCFullYear(1999);
    expect(await checked).toMatchObject({ value: { at: '2026-01-31T12:00:00.000Z' } });
  });
});

describe('a date in an output', () => {
  it('may be parsed from a string, converted to one, or be the whole output', () => {
    const coerced = compileOutput(z.object({ at: z.coerce.date() }));
    for (const given of [at, '2026-01-31T12:00:00Z']) {
      expect(checkOutput(coerced, { at: given })).toMatchObject({ value: { at: '2026-01-31T12:00:00.000Z' } });
    }
    const codec = z.codec(z.iso.datetime(), z.date(), {
      decode: (given) => new Date(given),
      encode: (date) => date.toISOString(),
    });
    expect(compileOutput(codec).jsonSchema).toEqual(text);
    expect(compileOutput(z.date()).jsonSchema).toEqual(text);
    expect(checkOutput(compileOutput(z.date()), at)).toEqual({ ok: true, value: '2026-01-31T12:00:00.000Z' });
  });

  it('becomes the result of its schema', async () => {
    const year = z
      .date()
      .transform((date) => date.getUTCFullYear())
      .pipe(z.number());
    const compiled = compileOutput(z.object({ year }));
    expect(compiled.jsonSchema).toMatchObject({ properties: { year: { type: 'number' } } });
    expect(await compiled.check({ year: at })).toEqual({ ok: true, value: { year: 2026 } });
  });

  it("doesn't allow other types that JSON can't represent", () => {
    for (const wrong of [z.map(z.string(), z.string()), z.bigint(), z.literal([undefined, 'a']), z.literal(1n)]) {
      expect(() => compileOutput(z.object({ at: z.date(), wrong }))).toThrow("'wrong'");
    }
  });

  it('counts against the output limits', () => {
    const { check } = compileOutput(z.array(z.date()), { maxBytes: 100 });
    expect(check(Array.from({ length: 10 }, () => at))).toMatchObject({ ok: false, reason: 'too_large' });
  });

  it('is a string where no schema expects a Date', () => {
    expect(checkOutput(compileOutput(z.object({ at: z.iso.datetime() })), { at })).toMatchObject({ ok: true });
    expect(checkOutput(compileOutput(undefined), { at })).toEqual({
      ok: true,
      value: { at: '2026-01-31T12:00:00.000Z' },
    });
  });
});
