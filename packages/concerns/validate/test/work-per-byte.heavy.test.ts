import { cpuMs } from '@toolwire/internal/testing';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { z as z3 } from 'zod3';
import { ajv } from '../src/ajv.ts';
import type { SchemaSource } from '../src/compile/compile-input.ts';
import { compileInput } from '../src/index.ts';
import { noEval } from '../src/no-eval.ts';
import { zod3 } from '../src/zod3.ts';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const fields = <T>(count: number, make: () => T): Record<string, T> =>
  Object.fromEntries(many(count, (index) => [`field_${index}`, make()]));
const form = (index: number): z.ZodObject =>
  z.object({ kind: z.literal(`k${index}`), a: z.string(), b: z.number(), c: z.array(z.string()) });
const [first, second, ...others] = many(10, form) as [z.ZodObject, z.ZodObject, ...z.ZodObject[]];
const doubling = (levels: number): z.ZodType =>
  levels === 0
    ? z.string()
    : z.union([z.object({ x: doubling(levels - 1) }), z.object({ x: z.array(doubling(levels - 1)) })]);

const items: readonly (readonly [string, z.ZodType])[] = [
  ['texts', z.email()],
  ['wide objects', z.object(fields(50, () => z.string()))],
  ['wide objects that coerce', z.object(fields(50, () => z.coerce.number()))],
  ['wide objects that trim', z.object(fields(50, () => z.string().trim().min(1)))],
  ['many choices', z.enum(many(200, (index) => `a_choice_of_many_${index}`) as [string, ...string[]])],
  ['a union of choices', z.union(many(50, (index) => z.literal(`choice_${index}`)))],
  ['a union of objects', z.union([first, second, ...others])],
  ['a discriminated union', z.discriminatedUnion('kind', [first, second, ...others] as never)],
  ['unions in unions', doubling(6)],
  ['intersections', z.intersection(z.object({ p: z.string() }), z.object({ q: z.string() }))],
  ['closed objects', z.strictObject({ name: z.string().optional() })],
];
const wrong = ['1', '"x"', '{}', '{"x":1}', '{"kind":"zz"}', '{"x":[{"x":[{}]}]}', '{"nam":1}'];
const most = 16_000;

/** An input of this many bytes in which every item is invalid. */
const listOf = (item: string, bytes: number): unknown =>
  JSON.parse(`{"list":[${many(Math.floor(bytes / (item.length + 1)), () => item).join(',')}]}`);
const namesOf = (bytes: number): unknown =>
  JSON.parse(`{"list":[{${many(Math.floor(bytes / 12), (index) => `"name${index}":1`).join(',')}}]}`);

/** The smallest CPU time of a few runs, in milliseconds. */
function cost(run: () => unknown): number {
  return Math.min(...many(4, () => cpuMs(run)));
}

/** The time in which Zod rejects a list of this many bytes with invalid email addresses only. */
const texts = many(most / 4, () => 'x');
const addresses = z.array(z.email());
const costOfAddresses = (): number => cost(() => addresses.safeParse(texts).error?.issues.length);
const baseline = costOfAddresses();

/** In baselines, with tolerance for a busy machine. */
const mostTimes = 8;

/** The cost of the most expensive input for a schema, in baselines. */
function mostExpensive(
  schema: SchemaSource,
  validator: ReturnType<typeof ajv>,
): readonly [times: number, input: string] {
  const { check } = compileInput(schema, { validator, converters: [zod3()] });
  const inputs = [most, most / 4].flatMap((bytes) => [
    ...wrong.map((item) => [`${bytes} bytes of ${item}`, listOf(item, bytes)] as const),
    [`${bytes} bytes of names`, namesOf(bytes)] as const,
  ]);
  const costs = inputs.map(([name, input]) => {
    const times = cost(() => check(input)) / baseline;
    // A slow case is measured once more, next to its reference, because other processes may have used the caches.
    return [times < mostTimes ? times : cost(() => check(input)) / costOfAddresses(), name] as const;
  });
  return costs.reduce((one, other) => (other[0] > one[0] ? other : one));
}

const findsMuch = v.rawCheck<unknown[]>(({ dataset, addIssue }) => {
  if (dataset.typed) for (const _ of dataset.value) addIssue({ message: 'There is something wrong with it' });
});

describe('an invalid input of 16 kB costs at most eight times as much as Zod with as many invalid strings', () => {
  it.each<readonly [string, SchemaSource]>([
    ...items.map(([name, item]) => [`zod 4, ${name}`, z.object({ list: z.array(item) })] as const),
    ['zod 4, a record', z.object({ list: z.record(z.string().regex(/^[a-z]{40}$/), z.number()) })],
    ['zod 4, a wide root', z.object(fields(100, () => z.string()))],
    ['valibot, a check that finds much', toStandardJsonSchema(v.object({ list: v.pipe(v.array(v.any()), findsMuch) }))],
    ['zod 3, wide objects', z3.object({ list: z3.array(z3.object(fields(50, () => z3.string()))) })],
    ['zod 3, wide objects that coerce', z3.object({ list: z3.array(z3.object(fields(50, () => z3.coerce.number()))) })],
  ])('%s', (_, schema) => {
    const [times, input] = mostExpensive(schema, ajv());
    expect(times, input).toBeLessThan(mostTimes);
  });

  it.each(
    items.flatMap(([name, item]) => [['ajv', name, item, ajv()] as const, ['no-eval', name, item, noEval()] as const]),
  )('a JSON Schema, by %s, %s', (_, __, item, validator) => {
    const { jsonSchema } = compileInput(z.object({ list: z.array(item) }));
    const [times, input] = mostExpensive(jsonSchema, validator);
    expect(times, input).toBeLessThan(mostTimes);
  });
});
