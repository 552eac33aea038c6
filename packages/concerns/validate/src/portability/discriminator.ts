import { isArray, isObject, type JsonSchema } from '../json-schema/json.ts';
import type { ObjectShape } from './object-shape.ts';

/** The property that identifies the branch of a union. */
export interface Discriminator {
  readonly name: string;
  /** Its values, in the order of the branches. */
  readonly values: readonly (readonly unknown[])[];
  readonly schema: JsonSchema;
}

/** Finds a property that every branch requires, with distinct values. */
export function findDiscriminator(shapes: readonly ObjectShape[]): Discriminator | undefined {
  for (const name of shapes[0]?.required ?? []) {
    const values = shapes.map(({ properties, required }) => (required.has(name) ? valuesOf(properties.get(name)) : []));
    const all = values.flat();
    const isDistinct = values.every(({ length }) => length > 0) && new Set(all).size === all.length;
    if (isDistinct) return { name, values, schema: schemaOfValues(name, all, shapes) };
  }
  return undefined;
}

/** Describes the branches that a property belongs to: `For kind=email.` */
export function describeForms(
  having: readonly ObjectShape[],
  shapes: readonly ObjectShape[],
  discriminator: Discriminator | undefined,
): string {
  if (discriminator === undefined) {
    return having.length === 1 ? 'For one of several forms.' : 'For some of several forms.';
  }
  const values = shapes.flatMap((shape, index) => (having.includes(shape) ? (discriminator.values[index] ?? []) : []));
  return `For ${discriminator.name}=${values.map(String).join(' or ')}.`;
}

function valuesOf(schema: unknown): readonly unknown[] {
  if (!isObject(schema)) return [];
  if (isSimple(schema['const'])) return [schema['const']];
  const { enum: values } = schema;
  return isArray(values) && values.every(isSimple) ? values : [];
}

function isSimple(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The schema of the property in all branches together. */
function schemaOfValues(name: string, values: readonly unknown[], shapes: readonly ObjectShape[]): JsonSchema {
  const types = new Set(values.map((value) => typeof value));
  const descriptions = new Set(
    shapes.map(({ properties }) => {
      const schema = properties.get(name);
      return isObject(schema) ? schema['description'] : undefined;
    }),
  );
  const [description] = descriptions;
  return {
    ...(types.size === 1 && { type: [...types][0] }),
    enum: values,
    ...(descriptions.size === 1 && typeof description === 'string' && { description }),
  };
}
