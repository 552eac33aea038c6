import { isFields, isList, type Json, type JsonFields, wordOf } from '../json-values.ts';
import { fieldKindOf, fieldTypeOf, isUpload, openVariantOf } from './field-kinds.ts';
import { resolveSchema, variantsOf } from './resolve-schema.ts';
import { choicesOf } from './types.ts';

const maxDepth = 6;
const maxItems = 5;
const maxCharacters = 1_000;

/** How many values an example may still have: required properties of properties grow without a limit. */
interface ExampleBudget {
  left: number;
}

/** Returns an example: from `examples`, `default` and the choices, otherwise any value of the type. */
export function exampleValue(given: unknown, root: unknown, budget: ExampleBudget = { left: 500 }, depth = 0): Json {
  budget.left -= 1;
  const schema = resolveSchema(given, root);
  const { default: initial, examples, items, prefixItems } = schema;
  const [example = initial ?? choicesOf(schema)?.[0]] = isList(examples) ? examples : [];
  if (example !== undefined) return example;
  const isDeep = depth >= maxDepth || budget.left <= 0;
  const inner = (subschema: Json | undefined): Json => exampleValue(subschema, root, budget, depth + 1);
  switch (fieldKindOf(schema, root)) {
    case 'variants': {
      const variants = variantsOf(schema, root);
      return isDeep ? null : inner(variants[openVariantOf(variants, root)]);
    }
    case 'object':
      return isDeep ? {} : exampleFields(schema, root, inner);
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
function exampleFields(schema: JsonFields, root: unknown, inner: (subschema: Json | undefined) => Json): JsonFields {
  const { properties, required } = schema;
  const names = isList(required) ? required.map(wordOf) : [];
  return Object.fromEntries(
    Object.entries(isFields(properties) ? properties : {}).flatMap(([name, subschema]): [string, Json][] => {
      const property = resolveSchema(subschema, root);
      const isExample = isList(property['examples']) || property['default'] !== undefined;
      return names.includes(name) || isExample ? [[name, inner(subschema)]] : [];
    }),
  );
}

function exampleItems({ minItems, maxItems: most }: JsonFields, item: () => Json): Json {
  const least = typeof minItems === 'number' ? minItems : 1;
  const count = most === 0 ? 0 : Math.min(Math.max(least, 1), maxItems);
  return Array.from({ length: count }, item);
}

function exampleNumber(schema: JsonFields): number {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  if (typeof exclusiveMinimum === 'number') return between(exclusiveMinimum, exclusiveMaximum ?? maximum, step);
  if (typeof minimum === 'number') {
    const next = Math.ceil(minimum / step) * step;
    const isTooHigh = next > Number(maximum) || next >= Number(exclusiveMaximum);
    return isTooHigh ? minimum : next;
  }
  if (typeof exclusiveMaximum === 'number') return Math.min(step, exclusiveMaximum - step);
  return typeof maximum === 'number' ? Math.min(step, Math.floor(maximum / step) * step) : step;
}

// Between 0 and 1, the middle is the only number that is easy to find.
function between(low: number, high: Json | undefined, step: number): number {
  const next = (Math.floor(low / step) + 1) * step;
  return typeof high === 'number' && next >= high ? (low + high) / 2 : next;
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
  ['uuid', '0b0f0f5e-9d1c-4f6e-8a43-6f0f6d9f3b2a'],
]);

function exampleText(schema: JsonFields): string {
  const known = fieldTypeOf(schema) === 'string' ? formatExamples.get(schema['format']) : undefined;
  if (known !== undefined) return known;
  const { minLength = 0, maxLength } = schema;
  const text = 'example'.padEnd(Math.min(Number(minLength), maxCharacters), '-');
  return typeof maxLength === 'number' ? text.slice(0, maxLength) : text;
}
