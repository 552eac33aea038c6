import { isList, isSameSchema, isSchemaObject, type JsonSchema } from './json-schema.ts';

/** What a schema says of an object's members, with all that it is put together from. */
export interface ObjectShape {
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** Whether members that have no name here are refused. */
  readonly isClosed: boolean;
}

/** The members that every object of both shapes has: those of one and of the other. */
export function bothOf(left: ObjectShape, right: ObjectShape): ObjectShape {
  const properties = new Map(left.properties);
  for (const [name, schema] of right.properties) {
    const other = properties.get(name);
    properties.set(name, other === undefined || isSameSchema(other, schema) ? schema : { allOf: [other, schema] });
  }
  return {
    properties,
    required: new Set([...left.required, ...right.required]),
    isClosed: left.isClosed && right.isClosed,
  };
}

/** The members that a schema names itself. */
export function ownShape(schema: JsonSchema): ObjectShape {
  const { properties, required, additionalProperties, unevaluatedProperties, patternProperties } = schema;
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  return {
    properties: new Map(isSchemaObject(properties) ? Object.entries(properties) : []),
    required: new Set(isList(required) ? required.filter((name) => typeof name === 'string') : []),
    isClosed: isClosed && patternProperties === undefined,
  };
}
