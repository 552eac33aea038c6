import type { JsonSchema } from '@toolwire/core';
import { type Fields, isObject } from '../rpc/json-shape.ts';

/** The same schema, with each of its properties described by an object: before 2026-07-28 no `true` or `false` may stand there. */
export function withObjectProperties(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  return isObject(properties) ? { ...schema, properties: withoutBooleans(properties) } : schema;
}

function withoutBooleans(properties: Fields): Fields {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      schema === true ? {} : schema === false ? { not: {} } : schema,
    ]),
  );
}
