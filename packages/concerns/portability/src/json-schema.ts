import { isObject as isSchemaObject } from '@toolwire/internal';

export { isSchemaObject };

/** A JSON Schema that is an object; `true` and `false` stand inside such schemas only. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Tells a list, whose entries may be anything. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Whether two schemas are written alike. */
export function isSameSchema(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** The schemas without those that stand there twice. */
function distinct(schemas: readonly unknown[]): readonly unknown[] {
  return schemas.filter((schema, index) => schemas.findIndex((other) => isSameSchema(schema, other)) === index);
}

/** One schema for values of any of these. */
export function anyOf(schemas: readonly unknown[]): unknown {
  // A branch that no value fits is left out of the choices.
  const different = distinct(schemas.length > 1 ? schemas.filter((schema) => schema !== false) : schemas);
  return different.length === 1 ? different[0] : { anyOf: different };
}

/** The same schema with a sentence more in its description. */
export function describedWith(schema: unknown, sentence: string): JsonSchema {
  const known = isSchemaObject(schema) ? schema : schema === false ? { not: {} } : {};
  const { description } = known;
  return { ...known, description: typeof description === 'string' ? `${description} ${sentence}` : sentence };
}
