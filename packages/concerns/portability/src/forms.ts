import { isList, isSchemaObject, type JsonSchema } from './json-schema.ts';
import type { ObjectShape } from './object-shape.ts';

/** The member that says which form of a union an object has. */
export interface Discriminator {
  readonly name: string;
  /** Its values, in the order of the forms. */
  readonly values: readonly (readonly unknown[])[];
  readonly schema: JsonSchema;
}

/** Finds a member that every form must have, each with other values. */
export function findDiscriminator(shapes: readonly ObjectShape[]): Discriminator | undefined {
  for (const name of shapes[0]?.required ?? []) {
    const values = shapes.map(({ properties, required }) => (required.has(name) ? valuesOf(properties.get(name)) : []));
    const all = values.flat();
    const isTelling = values.every(({ length }) => length > 0) && new Set(all).size === all.length;
    if (isTelling) return { name, values, schema: joined(name, all, shapes) };
  }
  return undefined;
}

/** Says for which forms a member is, as a model reads it: `For kind=email.` */
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
  if (!isSchemaObject(schema)) return [];
  if (isSimple(schema['const'])) return [schema['const']];
  const { enum: values } = schema;
  return isList(values) && values.every(isSimple) ? values : [];
}

function isSimple(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function joined(name: string, values: readonly unknown[], shapes: readonly ObjectShape[]): JsonSchema {
  const types = new Set(values.map((value) => typeof value));
  const descriptions = new Set(
    shapes.map(({ properties }) => {
      const schema = properties.get(name);
      return isSchemaObject(schema) ? schema['description'] : undefined;
    }),
  );
  const [description] = descriptions;
  return {
    ...(types.size === 1 && { type: [...types][0] }),
    enum: values,
    ...(descriptions.size === 1 && typeof description === 'string' && { description }),
  };
}
