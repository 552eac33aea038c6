import { describeForms, findDiscriminator } from './forms.ts';
import { anyOf, describedWith, isList, isSchemaObject, type JsonSchema } from './json-schema.ts';
import { bothOf, type ObjectShape, ownShape } from './object-shape.ts';

/** What some interfaces refuse at the root of a tool's parameters, whatever stands in it. */
const refusedAtRoot = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const', '$ref'] as const;
const memberKeywords = ['properties', 'required', 'additionalProperties', 'unevaluatedProperties'] as const;

/**
 * Writes a schema whose root is put together from others as one plain object. Of a union, every form's members are there,
 * optional unless all forms ask for them, and each says which form it is for. It takes all that the schema took, and more.
 * ARC-36: save that of a member one form names, others that say nothing of it took anything.
 */
export function foldRoot(schema: JsonSchema): JsonSchema {
  if (!refusedAtRoot.some((keyword) => keyword in schema)) return schema;
  const { properties, required, isClosed } = shapeOf(schema, schema, []);
  const left: readonly string[] = [...refusedAtRoot, ...memberKeywords];
  const rest = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !left.includes(keyword)));
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
    ...(isClosed ? { additionalProperties: false } : otherMembers(schema)),
  };
}

/** What a schema that is no union says of members without a name of their own. */
function otherMembers({ additionalProperties, oneOf, anyOf: forms, allOf, $ref }: JsonSchema): JsonSchema {
  const isAlone = [oneOf, forms, allOf, $ref].every((joined) => joined === undefined);
  return isAlone && additionalProperties !== undefined ? { additionalProperties } : {};
}

function shapeOf(schema: unknown, root: JsonSchema, seen: readonly unknown[]): ObjectShape {
  if (!isSchemaObject(schema) || seen.includes(schema)) return anything;
  const inner = (one: unknown): ObjectShape => shapeOf(one, root, [...seen, schema]);
  const { allOf, anyOf: forms, oneOf, $ref } = schema;
  const parts = [
    ...(isList(allOf) ? allOf.map(inner) : []),
    ...[forms, oneOf].filter(isList).map((members) => oneFormOf(members.map(inner))),
    ...(typeof $ref === 'string' ? [inner(targetOf($ref, root))] : []),
  ];
  const own = ownShape(schema);
  // One that only joins others is as closed as they are.
  const start = own.properties.size === 0 && own.required.size === 0 && !own.isClosed ? parts.shift() : undefined;
  return parts.reduce(bothOf, start === undefined ? own : bothOf({ ...own, isClosed: start.isClosed }, start));
}

const anything: ObjectShape = { properties: new Map(), required: new Set(), isClosed: false };

/** The members of any of several forms. */
function oneFormOf(shapes: readonly ObjectShape[]): ObjectShape {
  const [first = anything, ...others] = shapes;
  if (others.length === 0) return first;
  const discriminator = findDiscriminator(shapes);
  const names = new Set(shapes.flatMap(({ properties }) => [...properties.keys()]));
  const properties = new Map(
    [...names].map((name) => {
      const having = shapes.filter((shape) => shape.properties.has(name));
      const schema = anyOf(having.map((shape) => shape.properties.get(name)));
      if (name === discriminator?.name) return [name, discriminator.schema] as const;
      const isForAll = having.length === shapes.length;
      return [name, isForAll ? schema : describedWith(schema, describeForms(having, shapes, discriminator))] as const;
    }),
  );
  return {
    properties,
    required: new Set([...first.required].filter((name) => others.every(({ required }) => required.has(name)))),
    isClosed: shapes.every(({ isClosed }) => isClosed),
  };
}

function targetOf($ref: string, root: JsonSchema): unknown {
  if (!$ref.startsWith('#/')) return undefined;
  return $ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((place, part) => (isSchemaObject(place) ? place[part] : undefined), root);
}
