/** A JSON Schema as a tool publishes it. */
export type SchemaObject = Readonly<Record<string, unknown>>;

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Generates a value with every parameter of a schema. Values that need a person are in `known`, by pattern. */
export function valueFor(schema: SchemaObject, known: Readonly<Record<string, string>> = {}): Json {
  const { const: only, enum: choices, type, anyOf, not, properties, items, pattern } = schema;
  const { minLength = 0, minItems = 1, minimum, multipleOf, exclusiveMaximum } = schema as Record<string, number>;
  if (only !== undefined) return only as Json;
  if (Array.isArray(choices)) return choices[0] as Json;
  if (Array.isArray(anyOf)) return valueFor(anyOf[0] as SchemaObject, known);
  if (not !== undefined) return 7;
  switch (Array.isArray(type) ? (type[0] as string) : type) {
    case 'string':
      return typeof pattern === 'string' ? (known[pattern] ?? 'text') : 'text'.padEnd(minLength, 't').slice(0, 4);
    case 'integer':
      return multipleOf ?? minimum ?? 3;
    case 'number':
      return exclusiveMaximum === undefined ? (minimum ?? 2.5) : exclusiveMaximum / 2;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: minItems }, () =>
        valueFor((items as SchemaObject | undefined) ?? { not: {} }, known),
      );
    default:
      return Object.fromEntries(
        Object.entries((properties as Readonly<Record<string, SchemaObject>> | undefined) ?? {}).map(([name, one]) => [
          name,
          valueFor(one, known),
        ]),
      );
  }
}
