import { describedWith, isTooLargeSchema, resolveReference, toObjectSchema } from '@toolwire/internal/json-schema';
import { isArray, isObject, type JsonSchema, listOf } from '../json-schema/json.ts';
import { hasPropertyRule, mergeShapes, type ObjectShape, ownShape } from './object-shape.ts';
import { joinAlternatives } from './rewrite-keywords.ts';

/** The keywords that some model APIs reject at the root of a tool's parameters. */
const refusedAtRoot = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const', '$ref'] as const;
const propertyKeywords = ['properties', 'required', 'additionalProperties', 'unevaluatedProperties'] as const;

/**
 * Rewrites a schema with a union, `allOf` or reference at its root as one plain object. The properties of all branches are
 * merged: a property is required if every branch requires it, and its description names its branches. The result accepts
 * every value that the schema accepts, except that a property of one branch is typed in the other branches too (ARC-36). A
 * schema that is too large to read keeps only the properties at its root.
 */
export function foldRoot(schema: JsonSchema): JsonSchema {
  if (!refusedAtRoot.some((keyword) => keyword in schema)) return schema;
  const isTooLarge = isTooLargeSchema(schema);
  const { properties, required, isClosed } = isTooLarge ? rootShape(schema) : shapeOf(schema, schema, []);
  const isOpen = properties.size === 0 && (isTooLarge || mayHaveProperties(schema, schema, new Set()));
  const left: readonly string[] = [...refusedAtRoot, ...propertyKeywords];
  const rest = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !left.includes(keyword)));
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
    ...(isClosed ? { additionalProperties: false } : otherProperties(schema, isOpen)),
  };
}

/** The shape of the root alone. Unlike `additionalProperties`, `unevaluatedProperties` lets the other parts allow more properties. */
function rootShape(schema: JsonSchema): ObjectShape {
  const { unevaluatedProperties: _, ...rest } = schema;
  return ownShape(rest);
}

/** The `additionalProperties` of a schema that combines no other schemas, or of one whose parts have rules for unnamed properties only. */
function otherProperties({ additionalProperties, oneOf, anyOf, allOf, $ref }: JsonSchema, isOpen: boolean): JsonSchema {
  const isAlone = [oneOf, anyOf, allOf, $ref].every((joined) => joined === undefined);
  if (isAlone && additionalProperties !== undefined) return { additionalProperties };
  return isOpen ? { additionalProperties: true } : {};
}

/** Whether a schema, or a schema that it combines, has a rule for properties. */
function mayHaveProperties(schema: unknown, root: JsonSchema, seen: Set<unknown>): boolean {
  if (!isObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const { properties, allOf, anyOf, oneOf, $ref, ...rest } = schema;
  // `false` and an empty list allow no property.
  const rules = Object.entries(rest).filter(([, rule]) => rule !== false && !(isArray(rule) && rule.length === 0));
  const hasProperties = isObject(properties) && Object.keys(properties).length > 0;
  if (hasProperties || hasPropertyRule(Object.fromEntries(rules))) return true;
  const target = typeof $ref === 'string' ? resolveReference($ref, root) : true;
  const parts = [target, ...[allOf, anyOf, oneOf].flatMap(listOf)];
  return target === undefined || parts.some((part) => mayHaveProperties(part, root, seen));
}

function shapeOf(schema: unknown, root: JsonSchema, seen: readonly unknown[]): ObjectShape {
  if (!isObject(schema) || seen.includes(schema)) return anything;
  const inner = (part: unknown): ObjectShape => shapeOf(part, root, [...seen, schema]);
  const { allOf, anyOf, oneOf, $ref } = schema;
  const parts = [
    ...(isArray(allOf) ? allOf.map(inner) : []),
    ...[anyOf, oneOf].filter(isArray).map((members) => unionOf(members.map(inner))),
    ...(typeof $ref === 'string' ? [inner(resolveReference($ref, root))] : []),
  ];
  const shape = ownShape(schema);
  // A schema that only combines other schemas is closed if they are closed.
  const start = shape.properties.size === 0 && shape.required.size === 0 && !shape.isClosed ? parts.shift() : undefined;
  return parts.reduce(
    mergeShapes,
    start === undefined ? shape : mergeShapes({ ...shape, isClosed: start.isClosed }, start),
  );
}

const anything: ObjectShape = { properties: new Map(), required: new Set(), isClosed: false };

/** The properties of all branches of a union. */
function unionOf(shapes: readonly ObjectShape[]): ObjectShape {
  const [first = anything, ...others] = shapes;
  if (others.length === 0) return first;
  const discriminator = findDiscriminator(shapes);
  const names = new Set(shapes.flatMap(({ properties }) => [...properties.keys()]));
  const properties = new Map(
    [...names].map((name) => {
      const having = shapes.filter((shape) => shape.properties.has(name));
      const schema = joinAlternatives(having.map((shape) => shape.properties.get(name)));
      if (name === discriminator?.name) return [name, discriminator.schema] as const;
      const isForAll = having.length === shapes.length;
      return [
        name,
        isForAll ? schema : describedWith(toObjectSchema(schema), describeForms(having, shapes, discriminator)),
      ] as const;
    }),
  );
  return {
    properties,
    required: new Set([...first.required].filter((name) => others.every(({ required }) => required.has(name)))),
    isClosed: shapes.every(({ isClosed }) => isClosed),
  };
}

/** The property that identifies the branch of a union. */
interface Discriminator {
  readonly name: string;
  /** Its values, in the order of the branches. */
  readonly values: readonly (readonly unknown[])[];
  readonly schema: JsonSchema;
}

/** Finds a property that every branch requires, with distinct values. */
function findDiscriminator(shapes: readonly ObjectShape[]): Discriminator | undefined {
  for (const name of shapes[0]?.required ?? []) {
    const values = shapes.map(({ properties, required }) => (required.has(name) ? valuesOf(properties.get(name)) : []));
    const all = values.flat();
    const isDistinct = values.every(({ length }) => length > 0) && new Set(all).size === all.length;
    if (isDistinct) return { name, values, schema: schemaOfValues(name, all, shapes) };
  }
  return undefined;
}

/** Describes the branches that a property belongs to: `For kind=email.` */
function describeForms(
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
