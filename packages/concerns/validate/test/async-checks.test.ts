import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { z as z3 } from 'zod3';
import type { SchemaSource } from '../src/compile/compile-input.ts';
import { compileInput, compileOutput, toJsonValue } from '../src/index.ts';
import { zodMini } from '../src/zod-mini.ts';
import { zod3 } from '../src/zod3.ts';
import { asyncErrorsOf, checkInput, checkOutput } from './sync-checks.ts';

const converters = [zod3(), zodMini()];
const unheard: unknown[] = [];
const hear = (reason: unknown): void => void unheard.push(reason);
let others: NodeJS.UnhandledRejectionListener[] = [];

// The test runner listens too, and would fail the file without naming the test.
beforeAll(() => {
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', hear);
});
afterAll(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of others) process.on('unhandledRejection', listener);
});

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

let runs: string[] = [];
/** A check that does not look asynchronous. */
const look = (value: unknown): Promise<boolean> => {
  runs.push(JSON.stringify(value));
  return pause(1).then(() => {
    if (JSON.stringify(value).includes('down')) throw new Error('The database is down');
    return !JSON.stringify(value).includes('wrong');
  });
};
const change = (value: string): Promise<string> => look(value).then((fits) => (fits ? value.toUpperCase() : 'WRONG'));

const report: (value: string, context: z3.RefinementCtx) => unknown = async (value, context) => {
  if (!(await look(value))) context.addIssue({ code: 'custom' });
};

const schemas = {
  'zod 4, refine': () => z.object({ a: z.string().refine(look) }),
  'zod 4, an async function': () => z.object({ a: z.string().refine(async (value) => await look(value)) }),
  'zod 4, of the object': () => z.object({ a: z.string().transform((a) => a) }).refine(look),
  'zod 4, superRefine': () =>
    z.object({
      a: z.string().superRefine(async (value, context) => {
        if (!(await look(value))) context.addIssue('Invalid input');
      }),
    }),
  'zod 4, transform': () =>
    z.object({
      a: z
        .string()
        .transform(change)
        .pipe(z.string().regex(/^(?!WRONG)/)),
    }),
  'zod 4, codec': () =>
    z.object({ a: z.codec(z.string(), z.string().regex(/^(?!WRONG)/), { decode: change, encode: change }) }),
  'zod 4, lazy': () => z.object({ a: z.lazy(() => z.string().refine(look)) }),
  'zod mini': () => mini.object({ a: mini.string().check(mini.refine(look)) }),
  'zod 3, refine': () => z3.object({ a: z3.string().refine(look) }),
  'zod 3, of the object': () => z3.object({ a: z3.string() }).refine(look),
  'zod 3, superRefine': () => z3.object({ a: z3.string().superRefine(report) }),
  'zod 3, transform': () =>
    z3.object({
      a: z3
        .string()
        .transform(change)
        .pipe(z3.string().regex(/^(?!WRONG)/)),
    }),
  'zod 3, lazy': () => z3.object({ a: z3.lazy(() => z3.string().refine(look)) }),
};

describe.each(Object.entries(schemas))('an async check (%s)', (_, make) => {
  it('runs once per call, including the first call', async () => {
    const { check } = compileInput(make(), { converters });
    for (const a of ['good', 'good', 'wrong', 'fine']) {
      runs = [];
      expect(await check({ a })).toMatchObject({ ok: a !== 'wrong' });
      expect(runs).toHaveLength(1);
    }
  });

  it('OTC-CALL-07: rejects with the check, and leaves no unhandled rejection', async () => {
    const { check } = compileInput(make(), { converters });
    for (const a of ['down', 'down', 'good', 'down']) {
      runs = [];
      const checked = Promise.resolve(check({ a }));
      const ended = await checked.then(String, (thrown: unknown) => String(thrown));
      expect(ended).toBe(a === 'good' ? '[object Object]' : 'Error: The database is down');
      expect(runs).toHaveLength(1);
    }
    await pause(5);
    expect(unheard.splice(0)).toEqual([]);
  });
});

const later = (ms: number) => (): Promise<boolean> => pause(ms).then(() => true);
const noLuck = (ms: number) => (): Promise<boolean> => pause(ms).then(fail);
const fail = (): boolean => {
  throw new Error('No luck');
};

type Reject = readonly [title: string, schema: SchemaSource];

/** Ends with its checks, and reports unhandled rejections. */
async function unheardAfter(schema: SchemaSource): Promise<readonly string[]> {
  const { check } = compileInput(schema, { converters });
  await expect(Promise.resolve(check({ a: 'x', b: 'x' }))).rejects.toThrow('No luck');
  await pause(20);
  return unheard.splice(0).map(String);
}

describe('several checks', () => {
  it.each<Reject>([
    ['zod 4, the second field', z.object({ a: z.string().refine(later(5)), b: z.string().refine(noLuck(1)) })],
    ['zod 4, both fields', z.object({ a: z.string().refine(noLuck(5)), b: z.string().refine(noLuck(1)) })],
    ['zod 4, the first of a field', z.object({ a: z.string().refine(noLuck(1)).refine(later(5)) })],
    ['zod 4, a throw, then a rejection', z.object({ a: z.string().refine(fail), b: z.string().refine(noLuck(1)) })],
    ['zod 3, the first field', z3.object({ a: z3.string().refine(noLuck(1)), b: z3.string().refine(later(5)) })],
    ['zod 3, both of a field', z3.object({ a: z3.string().refine(noLuck(5)).refine(noLuck(1)) })],
  ])('leave no unhandled rejection (%s)', async (_, schema) => {
    expect(await unheardAfter(schema)).toEqual([]);
  });

  // Rejections that Zod itself leaves unhandled, as in the README. If Zod fixes a case, it fails here.
  it.each<Reject>([
    ['zod 4, two of one field, the later one first', z.object({ a: z.string().refine(noLuck(5)).refine(noLuck(1)) })],
    ['zod 4, a rejection, then a throw', z.object({ a: z.string().refine(noLuck(1)), b: z.string().refine(fail) })],
    ['zod 3, the second field first', z3.object({ a: z3.string().refine(later(5)), b: z3.string().refine(noLuck(1)) })],
    ['zod 3, both fields', z3.object({ a: z3.string().refine(noLuck(5)), b: z3.string().refine(noLuck(1)) })],
    ['zod 3, a throw and a rejection', z3.object({ a: z3.string().refine(noLuck(1)), b: z3.string().refine(fail) })],
  ])('leave one unhandled rejection if Zod does (%s)', async (_, schema) => {
    expect(await unheardAfter(schema)).toEqual(['Error: No luck']);
  });

  it('run once for each of several equal items', async () => {
    for (const schema of [
      z.object({ a: z.array(z.string().refine(look)) }),
      z3.object({ a: z3.array(z3.string().refine(look)) }),
    ]) {
      const { check } = compileInput(schema, { converters });
      runs = [];
      expect(await check({ a: ['x', 'y', 'x'] })).toMatchObject({ ok: true });
      expect(runs.sort()).toEqual(['"x"', '"x"', '"y"']);
    }
  });

  it("of simultaneous calls don't mix", async () => {
    const { check } = compileInput(
      z.object({
        a: z
          .string()
          .transform((a) => a)
          .refine(look),
      }),
    );
    const checked = await Promise.all(['x', 'wrong', 'x', 'y'].map(async (a) => check({ a })));
    expect(checked.map(({ ok }) => ok)).toEqual([true, false, true, true]);
  });
});

/** All functions inside a schema. */
function functionsIn(part: unknown, seen: Set<unknown> = new Set()): Set<unknown> {
  if (((typeof part === 'object' && part !== null) || typeof part === 'function') && !seen.has(part)) {
    seen.add(part);
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(part))) functionsIn(value, seen);
  }
  return new Set([...seen].filter((one) => typeof one === 'function'));
}

describe('a schema without functions', () => {
  const node = z.object({
    name: z.string().trim().default('x'),
    get next(): z.ZodOptional<z.ZodAny> {
      return z.any().optional();
    },
  });

  it.each([
    ['zod 4', z.object({ a: z.email(), b: z.coerce.number().catch(1), c: z.lazy(() => z.string()).optional(), node })],
    ['zod mini', mini.object({ a: mini.email(), node: mini.object({}) })],
    ['zod 3', z3.object({ a: z3.string().email(), b: z3.coerce.number().catch(1), node: z3.object({}) })],
  ])('is checked synchronously (%s)', (_, schema) => {
    const compiled = compileInput(schema, { converters });
    expect(checkInput(compiled, { a: 'a@b.co', node: {} })).toMatchObject({ ok: true });
    expect(checkInput(compiled, { a: 'x', node: {} })).toMatchObject({ ok: false });
  });
});

describe('a schema with custom checks', () => {
  it.each(Object.entries(schemas))('keeps every function of its author (%s)', async (_, make) => {
    const schema = make();
    // Zod replaces some of its functions in the first two parses.
    await schema.safeParseAsync({ a: 'good' });
    await schema.safeParseAsync({ a: 'good' });
    const given = functionsIn(schema);
    const { check } = compileInput(schema, { converters });
    await check({ a: 'good' });
    const kept = functionsIn(schema);
    expect([...given].filter((one) => !kept.has(one))).toEqual([]);
  });

  it('still works for its author', async () => {
    const third = z3.object({ a: z3.string().refine((a) => a !== 'b', { message: 'Not b', path: ['c'] }) });
    expect(await asyncErrorsOf(compileInput(third, { converters }), { a: 'b' })).toEqual({ a: 'c: Not b' });
    expect(third.safeParse({ a: 'b' }).error?.issues).toMatchObject([{ path: ['a', 'c'] }]);
    const throwing = z.object({ a: z.string().refine(fail) });
    compileInput(throwing);
    expect(() => throwing.parse({ a: 'x' })).toThrow('No luck');
    const waiting = z3.object({ a: z3.string().refine(noLuck(1)) });
    compileInput(waiting, { converters });
    await expect(waiting.parseAsync({ a: 'x' })).rejects.toThrow('No luck');
  });

  it('OTC-CALL-12: rejects an output in the same way', async () => {
    for (const schema of [z.string().refine(look), z3.string().refine(look)]) {
      runs = [];
      await expect(compileOutput(schema, { converters }).check('down')).rejects.toThrow('The database is down');
      expect(runs).toHaveLength(1);
    }
    const schema = v.pipeAsync(
      v.string(),
      v.checkAsync((value: string) => look(value)),
    );
    const { jsonSchema } = toStandardJsonSchema(v.string())['~standard'];
    const output = compileOutput({ '~standard': { ...schema['~standard'], jsonSchema } });
    runs = [];
    await expect(output.check('down')).rejects.toThrow('The database is down');
    expect(runs).toHaveLength(1);
    await pause(5);
    expect(unheard.splice(0)).toEqual([]);
  });
});

describe('promises in a value that is not sent', () => {
  const reject = (): Promise<never> => Promise.reject(new Error('Late'));

  it.each([
    ['one', () => ({ user: reject() })],
    ['several', () => [{ user: reject() }, reject(), new Map()]],
    ['one behind another problem', () => ({ count: 1n, user: { of: reject() } })],
  ])('leave no unhandled rejection (%s)', async (_, make) => {
    expect(toJsonValue(make())).toMatchObject({ ok: false });
    expect(compileOutput(undefined).check(make())).toMatchObject({ ok: false, reason: 'not_json' });
    expect(compileOutput(null).check(make())).toEqual({ ok: true, value: null });
    await pause(5);
    expect(unheard.splice(0)).toEqual([]);
  });

  it('are found without calling getters', () => {
    let asked = 0;
    const ask = (_: object, name: PropertyKey): unknown => (name === Symbol.toStringTag ? 'Promise' : (asked += 1));
    const query = new Proxy({}, { get: ask });
    const counting = Object.defineProperty({}, 'made', { get: () => (asked += 1), enumerable: true });
    checkOutput(compileOutput(null), [query, counting]);
    expect(asked).toBe(0);
  });
});
