import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { compileInput, compileOutput } from '../src/index.ts';
import { convertSimpleZod } from '../src/libraries/fast-zod-conversion.ts';
import { convertByLibrary, requireJsonTypes } from '../src/libraries/library-conversion.ts';
import { requireNoLostFields } from '../src/libraries/lost-fields.ts';
import type { Direction } from '../src/libraries/standard-schema.ts';
import { runAsyncChecksOnce } from '../src/libraries/zod-async-checks.ts';
import { isPlainSchema } from '../src/publish/plain-schema.ts';
import { publishSchema } from '../src/publish/publish-schema.ts';

type Change = (schema: z.ZodType) => z.ZodType;

const bounds = fc.constantFrom(-1e300, -3, 0, 1, 2.5, 10, Number.MAX_SAFE_INTEGER);
const counts = fc.constantFrom(0, 1, 20);

const texts = fc
  .array(fc.tuple(fc.constantFrom('min', 'max', 'length', 'trim'), counts), { maxLength: 2 })
  .map((checks) =>
    checks.reduce((text, [name, count]) => (name === 'trim' ? text.trim() : text[name](count)), z.string()),
  );
const numbers = fc
  .tuple(fc.constantFrom(z.number(), z.number(), z.int(), z.int32()), fc.boolean())
  .chain(([start, isWhole]) =>
    fc
      .array(fc.tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte', 'multipleOf'), bounds), { maxLength: 2 })
      .map((checks) =>
        checks.reduce<z.ZodNumber>((number, [name, bound]) => number[name](bound || 1), isWhole ? start.int() : start),
      ),
  );
const leaves: fc.Arbitrary<z.ZodType> = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 4, arbitrary: numbers },
  fc.constantFrom<z.ZodType>(z.boolean(), z.enum(['a', 'b']), z.enum({ one: 'x', two: 'y' })),
  fc.constantFrom<z.ZodType>(z.email(), z.coerce.number(), z.null(), z.enum({ one: 1 }), z.literal('a'), z.unknown()),
);

const often: readonly Change[] = [
  (schema) => schema.optional(),
  (schema) => schema.describe('A value.'),
  (schema) => schema.default('a' as never),
  (schema) => schema.default(() => 5 as never),
  (schema) => schema.meta({ title: 'T', description: 'D' }),
  (schema) => z.array(schema).min(1),
];
const seldom: readonly Change[] = [
  (schema) => schema.default([] as never),
  (schema) => schema.meta({ id: 'named' }).describe('Named.'),
  (schema) => schema.meta({ examples: ['a'] }),
  (schema) => schema.nullable(),
  (schema) => schema.catch('a' as never),
  (schema) => schema.readonly(),
  (schema) => schema.refine(() => true),
  (schema) => schema.prefault('a' as never),
  (schema) => z.lazy(() => schema),
];
const changes = fc.array(
  fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...often) }, { weight: 1, arbitrary: fc.constantFrom(...seldom) }),
  { maxLength: 3 },
);
const names = fc.constantFrom('a', 'b', 'c', '__proto__', '1');

const { schema: schemas } = fc.letrec<{ schema: z.ZodType; object: z.ZodType }>((tie) => ({
  object: fc
    .tuple(
      fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
      fc.constantFrom('', '', '', 'strict', 'loose', 'partial'),
    )
    .map(([shape, kind]) => (kind === '' ? z.object(shape) : z.object(shape)[kind]())),
  schema: fc
    .tuple(fc.oneof({ maxDepth: 3 }, leaves, tie('object')), changes)
    .map(([schema, all]) => all.reduce((changed, change) => change(changed), schema)),
}));

function byZod(schema: z.ZodType, direction: Direction): unknown {
  const convert = schema['~standard'].jsonSchema[direction];
  const converted = convertByLibrary((options) => convert(options), direction, 'zod 4', schema);
  requireNoLostFields(schema, converted, direction);
  return converted;
}

/** The published schema, or its error. */
function publishedText(write: () => unknown, direction: Direction): string {
  try {
    const { jsonSchema, warnings } = publishSchema(write(), { direction, generated: true });
    return JSON.stringify([jsonSchema, warnings]);
  } catch (thrown) {
    return String(thrown);
  }
}

it('converts a simple Zod schema exactly as Zod does, to a plain schema', () => {
  let simple = 0;
  fc.assert(
    fc.property(schemas, fc.constantFrom<Direction>('input', 'output'), (inner, direction) => {
      const schema = direction === 'input' ? z.object({ inner }) : inner;
      const written = convertSimpleZod(schema, direction);
      if (written === undefined) return;
      simple += 1;
      expect(isPlainSchema(written)).toBe(true);
      expect(publishedText(() => written, direction)).toBe(publishedText(() => byZod(schema, direction), direction));
      const { validate } = schema['~standard'];
      expect(runAsyncChecksOnce(schema, validate)).toBe(validate);
      if (direction === 'output') expect(requireJsonTypes(schema)).toEqual({ acceptsDates: false });
    }),
    { numRuns: 2000 },
  );
  expect(simple).toBeGreaterThan(400);
});

it.each<[what: string, schema: z.ZodType]>([
  ['a format', z.email()],
  ['a pattern', z.string().regex(/a/)],
  ['what changes its value', z.string().trim()],
  ['a text of anything', z.coerce.string()],
  ['a check of its author', z.string().refine(() => true)],
  ['a length that is none', z.string().max(-1)],
  ['the bound of all whole numbers', z.number().max(Number.MAX_SAFE_INTEGER)],
  ['an infinite bound', z.number().min(Number.NEGATIVE_INFINITY)],
  ['two lower bounds', z.number().min(1).gt(0)],
  ['a whole number of 32 bits', z.int32()],
  ['a list as a default', z.array(z.string()).default([])],
  ['a name that makes a reference of it', z.string().meta({ id: 'text' }).describe('A text.')],
  ['an example', z.string().meta({ examples: ['a'] })],
  ['a date', z.date()],
  ['other fields', z.looseObject({})],
  ['a field without a name', z.object({ [Symbol('a')]: z.string() })],
])('leaves schemas with %s to Zod', (_, schema) => {
  expect(convertSimpleZod(schema, 'input')).toBeUndefined();
  expect(convertSimpleZod(z.object({ a: z.array(schema) }), 'output')).toBeUndefined();
});

it('leaves unknown definition members and other classes to Zod', () => {
  const later = z.string();
  Object.assign(later._zod.def, { isSecret: true });
  const other = z.string();
  other._zod.traits.add('TheirString');
  const overridden = z.string();
  overridden._zod.toJSONSchema = () => ({ type: 'string', format: 'theirs' });
  for (const schema of [later, other, overridden]) expect(convertSimpleZod(schema, 'input')).toBeUndefined();
  expect(compileOutput(overridden).jsonSchema).toEqual({ type: 'string', format: 'theirs' });
});

it('leaves recursive and very large schemas to Zod', () => {
  const tree = z.object({
    get left() {
      return tree.optional();
    },
    get right() {
      return tree.optional();
    },
  });
  expect(convertSimpleZod(tree, 'input')).toBeUndefined();
  const listOf = (levels: number): z.ZodType => (levels === 0 ? z.string() : z.array(listOf(levels - 1)));
  expect(convertSimpleZod(listOf(19), 'output')).toBeDefined();
  expect(convertSimpleZod(listOf(20), 'output')).toBeUndefined();
  const ten = (schema: z.ZodType): z.ZodType =>
    z.object(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`p${index}`, schema])));
  expect(convertSimpleZod(ten(z.string()), 'input')).toBeDefined();
  expect(convertSimpleZod(ten(ten(ten(z.string()))), 'input')).toBeUndefined();
});

it('reports a schema that throws when it is read', () => {
  const schema = z.object({
    a: z.string().default(() => {
      throw new Error('not now');
    }),
  });
  expect(convertSimpleZod(schema, 'input')).toBeUndefined();
  expect(() => compileInput(schema)).toThrow('The input schema could not be converted to JSON Schema: not now.');
});

it("adds nothing to a schema except Zod's own meta(), which Zod binds on first use", () => {
  const schema = z.object({ a: z.string().max(5).optional().describe('A text.') });
  const ownNames = (): unknown => [schema, schema.shape.a].map((one) => Object.getOwnPropertyNames(one));
  const before = [schema, schema.shape.a].map((one) => [...new Set([...Object.getOwnPropertyNames(one), 'meta'])]);
  convertSimpleZod(schema, 'input');
  expect(ownNames()).toEqual(before);
});
