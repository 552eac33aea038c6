import { isUpload } from '../tools/file-fields.ts';
import { isFields, isList, type Json, type JsonFields, wordOf } from '../values/json-values.ts';
import { fieldKindOf, fieldTypeOf, openVariantOf } from './field-kinds.ts';
import { type PartBudget, resolveSchema, variantsOf } from './resolve-schema.ts';
import { choicesOf } from './schema-keywords.ts';

const maxDepth = 6;
const maxItems = 5;
const maxCharacters = 1_000;

/** The limit of parts of all schemas of an example: required properties of properties grow without a limit. */
const maxParts = 2_000;

/** Returns an example: from `examples`, `default` and the choices, otherwise any value of the type. */
export function exampleValue(given: unknown, root: unknown, budget: PartBudget = { left: maxParts }, depth = 0): Json {
  const schema = resolveSchema(given, root, budget);
  const { items, prefixItems } = schema;
  const [example = choicesOf(schema)?.[0]] = ownExamples(schema);
  if (example !== undefined) return example;
  const isDeep = depth >= maxDepth || budget.left <= 0;
  const inner = (subschema: Json | undefined): Json => exampleValue(subschema, root, budget, depth + 1);
  switch (fieldKindOf(schema, root)) {
    case 'variants': {
      const variants = variantsOf(schema, root, budget);
      return isDeep ? null : inner(variants[openVariantOf(variants, root)]);
    }
    case 'object':
      return isDeep ? {} : exampleFields(schema, root, budget, inner);
    case 'list':
      if (isDeep) return [];
      return isList(prefixItems) ? prefixItems.map(inner) : exampleItems(schema, () => inner(items));
    case 'number':
      return exampleNumber(schema);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'file':
      return isUpload(schema) ? 'upload:example' : 'AAEC';
    case 'choice':
    case 'json':
    case 'text':
      return exampleText(schema);
  }
}

/** The required properties, and the optional ones that have an example or a default. */
function exampleFields(
  schema: JsonFields,
  root: unknown,
  budget: PartBudget,
  inner: (subschema: Json | undefined) => Json,
): JsonFields {
  const { properties, required } = schema;
  const names = isList(required) ? required.map(wordOf) : [];
  return Object.fromEntries(
    Object.entries(isFields(properties) ? properties : {}).flatMap(([name, subschema]): [string, Json][] => {
      const isShown = names.includes(name) || ownExamples(resolveSchema(subschema, root, budget)).length > 0;
      return isShown ? [[name, inner(subschema)]] : [];
    }),
  );
}

/** The `examples` of a schema and its `default`. */
function ownExamples({ default: initial, examples }: JsonFields): readonly Json[] {
  return [...(isList(examples) ? examples : []), ...(initial === undefined ? [] : [initial])];
}

function exampleItems({ minItems, maxItems: most }: JsonFields, item: () => Json): Json {
  const least = typeof minItems === 'number' ? minItems : 1;
  const count = most === 0 ? 0 : Math.min(Math.max(least, 1), maxItems);
  return Array.from({ length: count }, item);
}

function exampleNumber(schema: JsonFields): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const lower = limitOf(minimum, exclusiveMinimum, Math.max);
  const upper = limitOf(maximum, exclusiveMaximum, Math.min);
  const divisor = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  const step = fieldTypeOf(schema) === 'integer' ? wholeMultiple(divisor) : divisor;
  const firstFrom = (value: number, isExclusive: boolean): number => {
    const count = Math.floor(value / step);
    // The count is inexact too: 0.7 / 0.1 is less than 7.
    const multiples = [0, 1, 2].map((more) => nthMultiple(count + more, step));
    return multiples.find((multiple) => (isExclusive ? multiple > value : multiple >= value)) ?? value;
  };
  const most = upper && 0 - firstFrom(-upper.value, upper.isExclusive);
  if (lower === undefined) return Math.min(step, most ?? step);
  const least = firstFrom(lower.value, lower.isExclusive);
  if (upper === undefined || most === undefined || least <= most) return least;
  // Without a multiple between the limits: the inclusive limit, otherwise the middle.
  return lower.isExclusive ? (lower.value + upper.value) / 2 : lower.value;
}

/** Binary fractions are inexact: 3 * 0.1 is 0.30000000000000004. */
function nthMultiple(count: number, step: number): number {
  return Number((count * step).toPrecision(step % 1 === 0 ? 17 : 15));
}

/** The least whole number that is a multiple of another number. */
function wholeMultiple(divisor: number): number {
  for (let count = 1; count < 10_000; count += 1) {
    const multiple = nthMultiple(count, divisor);
    if (multiple % 1 === 0) return multiple;
  }
  return 1;
}

interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/** The stricter of an inclusive and an exclusive limit. In draft 4, the exclusive keyword is a boolean about the inclusive limit. */
function limitOf(
  inclusive: Json | undefined,
  exclusive: Json | undefined,
  stricterOf: (...values: number[]) => number,
): Limit | undefined {
  const values = [inclusive, exclusive].filter((limit) => typeof limit === 'number');
  if (values.length === 0) return undefined;
  const value = stricterOf(...values);
  return { value, isExclusive: exclusive === true || exclusive === value };
}

const formatExamples: ReadonlyMap<unknown, string> = new Map([
  ['date', '2026-01-31'],
  ['time', '12:00:00Z'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['duration', 'PT15M'],
  ['email', 'ada@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
]);

function exampleText(schema: JsonFields): string {
  const known = fieldTypeOf(schema) === 'string' ? formatExamples.get(schema['format']) : undefined;
  if (known !== undefined) return known;
  const { minLength = 0, maxLength } = schema;
  const text = 'example'.padEnd(Math.min(Number(minLength), maxCharacters), '-');
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text;
}
