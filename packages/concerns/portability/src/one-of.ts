import { isList, type JsonSchema } from './json-schema.ts';

/** Writes `oneOf` as `anyOf`, which every model's interface reads; what fits one of several fits any of them. */
export function withoutOneOf(schema: JsonSchema): JsonSchema {
  const { oneOf, discriminator: _, ...rest } = schema;
  if (!isList(oneOf)) return schema;
  if (rest['anyOf'] === undefined) return { ...rest, anyOf: oneOf };
  const { allOf } = rest;
  return { ...rest, allOf: [...(isList(allOf) ? allOf : []), { anyOf: oneOf }] };
}
