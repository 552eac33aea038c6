import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ajv } from '../src/ajv.ts';
import type { OutputChecked } from '../src/compile/compiled-schema.ts';
import { compileOutput } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { checkOutput } from './sync-checks.ts';

const sum = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'], additionalProperties: false };
const sources = [
  ['zod', compileOutput(z.strictObject({ sum: z.number() }))],
  ['ajv', compileOutput(sum, { validator: ajv() })],
  ['no-eval', compileOutput(sum, { validator: noEval() })],
] as const;

function failureOf(checked: OutputChecked): Extract<OutputChecked, { ok: false }> {
  if (checked.ok) throw new Error('The value was taken.');
  return checked;
}

describe.each(sources)('an output (%s)', (_, compiled) => {
  it('OTC-RESP-05: is sent when it matches its schema', () => {
    expect(checkOutput(compiled, { sum: 15 })).toEqual({ ok: true, value: { sum: 15 } });
    expect(checkOutput(compiled, { sum: 15, undefined: undefined })).toEqual({ ok: true, value: { sum: 15 } });
  });

  it('OTC-RESP-05, CASE-14: is never coerced, and the detail contains only the path and the expectation', () => {
    expect(checkOutput(compiled, { sum: 'canary' })).toEqual({
      ok: false,
      reason: 'mismatch',
      message: 'The tool returned a value that does not match its output schema.',
      detail: 'sum must be a number.',
      parameterErrors: {},
    });
    expect(failureOf(checkOutput(compiled, {})).detail).toBe('sum is required.');
    expect(failureOf(checkOutput(compiled, 'canary')).detail).toBe('The value must be an object.');
    expect(failureOf(checkOutput(compiled, { sum: 1, canary: 'canary' })).reason).toBe('mismatch');
  });

  it('E29: is checked as the JSON that will be sent (MCP-CALL-04)', () => {
    expect(failureOf(checkOutput(compiled, { sum: Number.NaN }))).toMatchObject({
      reason: 'not_json',
      message: 'The tool returned a value that is not valid JSON.',
      detail: 'sum is not a finite number.',
    });
    let reads = 0;
    const liar = {
      get sum(): unknown {
        reads += 1;
        return reads === 1 ? 1 : 'canary';
      },
    };
    expect(checkOutput(compiled, liar)).toEqual({ ok: true, value: { sum: 1 } });
    const late = { sum: 1 };
    const checked = checkOutput(compiled, late);
    late.sum = Number.NaN;
    expect(checked).toEqual({ ok: true, value: { sum: 1 } });
    expect(checkOutput(compiled, { sum: { toJSON: () => 4 } })).toEqual({ ok: true, value: { sum: 4 } });
  });
});

describe('the kinds of output schemas', () => {
  it('OTC-DEF-11, E33: without a schema, any JSON value is sent, and only JSON', () => {
    const { jsonSchema, check, warnings } = compileOutput(undefined);
    expect({ jsonSchema, warnings }).toEqual({ jsonSchema: {}, warnings: [] });
    for (const value of [null, 1, 'x', true, [1], { a: [] }]) expect(check(value)).toEqual({ ok: true, value });
    expect(check(undefined)).toEqual({ ok: true, value: null });
    expect(check(new Date(0))).toEqual({ ok: true, value: '1970-01-01T00:00:00.000Z' });
    expect(check(1n)).toMatchObject({ ok: false, reason: 'not_json' });
  });

  it('OTC-DEF-11, E17: null means that nothing is returned, and a returned value is dropped unread', () => {
    const { jsonSchema, check } = compileOutput(null);
    expect(jsonSchema).toBeNull();
    const unread = new Proxy({}, { get: () => expect.fail('was read'), ownKeys: () => expect.fail('was read') });
    for (const value of [5, 'canary', undefined, unread]) expect(check(value)).toEqual({ ok: true, value: null });
  });

  it('CASE-11: null is a value where the schema allows it', () => {
    const { check } = compileOutput(z.string().nullable());
    expect(check(null)).toEqual({ ok: true, value: null });
    expect(check(undefined)).toEqual({ ok: true, value: null });
    expect(compileOutput(z.string()).check(undefined)).toMatchObject({
      ok: false,
      detail: 'The value must be a string.',
    });
  });

  it('OTC-RESP-05: a schema that strips or transforms sends its result', async () => {
    const schema = z.object({ name: z.string(), tags: z.array(z.string()).default([]) });
    expect(checkOutput(compileOutput(schema), { name: 'a', password: 'canary' })).toEqual({
      ok: true,
      value: { name: 'a', tags: [] },
    });
    const upper = z
      .string()
      .transform((text) => text.toUpperCase())
      .pipe(z.string());
    expect(await compileOutput(upper).check('abc')).toEqual({ ok: true, value: 'ABC' });
    const broken = z.object({
      n: z
        .string()
        .transform(() => Number.NaN)
        .pipe(z.any()),
    });
    expect(failureOf(await compileOutput(broken).check({ n: '' }))).toMatchObject({ reason: 'not_json' });
  });

  it('limits the size of the output', () => {
    const { check } = compileOutput(undefined, { maxBytes: 1000 });
    expect(check('x'.repeat(900))).toMatchObject({ ok: true });
    expect(check('x'.repeat(1001))).toEqual({
      ok: false,
      reason: 'too_large',
      message: 'The tool returned a value that is too large.',
      detail: 'The value is too large.',
      parameterErrors: {},
    });
  });

  it.each([0, -1, Number.NaN, '1000'])('rejects %s as the size limit at definition', (maxBytes) => {
    expect(() => compileOutput(undefined, { maxBytes: maxBytes as number })).toThrow(
      'maxBytes must be a whole number of bytes of 1 or more, or Infinity for no limit, got',
    );
  });

  it("never repeats a value in the detail, not even in the author's message", async () => {
    const schema = z.object({
      a: z.string().refine(() => false, { error: ({ input }) => `Not ${String(input)}` }),
      b: z.enum(['x']),
    });
    const failed = failureOf(await compileOutput(schema).check({ a: 'canary', b: 'canary' }));
    expect(failed.detail).toBe('a is not valid; b must be "x".');
    expect(JSON.stringify(failed)).not.toContain('canary');
  });

  it('lists at most ten problems', () => {
    const { check } = compileOutput(z.array(z.number()));
    const { detail } = failureOf(check(Array.from({ length: 50 }, () => 'x')) as OutputChecked);
    expect(detail.split('; ')).toHaveLength(10);
  });

  it('has no value for a field called constructor that the tool did not return', () => {
    const { check } = compileOutput(z.object({ constructor: z.string().optional(), toString: z.string().optional() }));
    expect(check({})).toEqual({ ok: true, value: {} });
    expect(check({ toString: 'text' })).toEqual({ ok: true, value: { toString: 'text' } });
  });
});
