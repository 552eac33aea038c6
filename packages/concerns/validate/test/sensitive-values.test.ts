import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ajv } from '../src/ajv.ts';
import { compileInput, type JsonSchema } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { asyncErrorsOf, checkInput, errorsOf } from './sync-checks.ts';

const canary = 'hunter2-canary';
const marks: readonly JsonSchema[] = [{ writeOnly: true }, { format: 'password' }, { 'x-sensitive': true }];

describe.each(marks)('a parameter marked %j', (mark) => {
  const secret = { type: 'string', minLength: 50, ...mark };
  const schema = {
    type: 'object',
    properties: {
      password: secret,
      login: { type: 'object', properties: { user: { type: 'string' }, password: secret } },
      tokens: { type: 'array', items: secret },
      either: { anyOf: [secret, { type: 'object', properties: { secret } }] },
      pin: { type: 'number', ...mark },
      kind: { enum: ['hunter2-canari', 'x'], ...mark },
    },
  };

  it.each([
    ['ajv', ajv()],
    ['no-eval', noEval()],
  ])('is never repeated by %s, and neither is a value in place of its object', (_, validator) => {
    const compiled = compileInput(schema, { validator });
    const inputs = [
      { password: canary },
      { login: canary },
      { login: [canary] },
      { login: { password: canary } },
      { tokens: canary },
      { tokens: [canary] },
      { either: canary },
      { either: { secret: canary } },
      { pin: canary },
      { kind: canary },
    ];
    for (const input of inputs) {
      const checked = checkInput(compiled, input);
      expect(checked.ok).toBe(false);
      expect(JSON.stringify(checked)).not.toMatch(/hunter2-canary|Did you mean/);
    }
  });

  it("is not repeated in its library's messages", async () => {
    const echo = z
      .string()
      .meta(mark)
      .refine(() => false, { error: ({ input }) => `No ${String(input)}` });
    expect(await asyncErrorsOf(compileInput(z.object({ p: echo })), { p: canary })).toEqual({ p: 'Is not valid' });
    const around = z
      .object({ p: z.string().meta(mark) })
      .refine(() => false, { error: ({ input }) => JSON.stringify(input) });
    expect(await compileInput(around).check({ p: canary })).toMatchObject({ message: 'The input is not valid' });
  });

  it.each([0, 1, 2, 3, 4, 8])('is not repeated at level %i of a recursive schema', async (level) => {
    const pin = z
      .string()
      .meta(mark)
      .refine(() => false, { error: ({ input }) => `No ${String(input)}` });
    const node = z
      .object({
        pin,
        get child(): z.ZodType {
          return node.optional();
        },
      })
      .refine(() => false, { error: ({ input }) => JSON.stringify(input), when: () => true });
    const compiled = compileInput(z.object({ node }));
    const sent = Array.from({ length: level }).reduce<object>((child) => ({ pin: 'x', child }), { pin: canary });
    const text = (await asyncErrorsOf(compiled, { node: sent }))['node'];
    expect(text).toContain(`${'child.'.repeat(level)}pin: is not valid`);
    expect(text).not.toContain(canary);
  });

  it("doesn't change the messages of other parameters", () => {
    const compiled = compileInput(z.object({ p: z.string().meta(mark), n: z.number() }));
    expect(errorsOf(compiled, { p: 1, n: canary })).toEqual({
      p: 'Must be a string',
      n: `Must be a number, got the string "${canary}"`,
    });
  });
});

describe('a library that repeats values in its messages', () => {
  it.each([
    ['arktype', type({ p: type('string').narrow((_, context) => context.mustBe('different')) })],
    [
      'valibot',
      toStandardJsonSchema(
        v.object({
          p: v.pipe(
            v.string(),
            v.check(
              () => false,
              ({ input }) => `Not ${input}`,
            ),
          ),
        }),
      ),
    ],
  ])('is quoted in show mode and not in hide mode: %s', (_, schema) => {
    expect(errorsOf(compileInput(schema), { p: canary })['p']).toContain(canary);
    expect(errorsOf(compileInput(schema, { rejectedValues: 'hide' }), { p: canary })).toEqual({ p: 'Is not valid' });
  });
});
