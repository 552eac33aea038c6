import { fieldOf, schemasIn } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, listOf, type PathSegment } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';
import { subjectAt } from './reference-targets.ts';

/**
 * Rejects `unevaluatedItems` and `unevaluatedProperties` where ajv 8.20.0 deviates from JSON Schema. It treats all items as
 * evaluated next to `contains` or a branch with `items`, and never counts what an `if` evaluates.
 */
export function requireDecidable(root: JsonSchema): void {
  for (const { schema, path } of schemasIn(root)) {
    if (Object.hasOwn(schema, 'unevaluatedItems')) {
      reject('unevaluatedItems', ['contains', 'if'], ['items', 'unevaluatedItems'], schema, path);
    }
    if (Object.hasOwn(schema, 'unevaluatedProperties')) {
      reject('unevaluatedProperties', ['if'], ['additionalProperties', 'unevaluatedProperties'], schema, path);
    }
  }
}

/** Some keywords must not apply to the same value at all. Other keywords must not apply to it in a branch. */
function reject(
  keyword: string,
  forbidden: readonly string[],
  forbiddenInBranch: readonly string[],
  schema: JsonSchema,
  path: readonly PathSegment[],
): void {
  const { always, branches } = schemasOfSameValue(schema);
  const conflict =
    [...always, ...branches].flatMap((other) => forbidden.find((name) => Object.hasOwn(other, name)) ?? [])[0] ??
    branches.flatMap((other) => forbiddenInBranch.find((name) => allowsMore(other[name])) ?? [])[0];
  if (conflict !== undefined) {
    throw new SchemaError(
      'TW_SCHEMA_UNEVALUATED',
      `${subjectAt(path)} has both '${keyword}' and '${conflict}'. Validators handle this combination differently. Describe the value without '${keyword}'.`,
      fieldOf(path),
    );
  }
}

const allowsMore = (schema: unknown): boolean => schema !== undefined && schema !== false;

interface SchemasOfSameValue {
  readonly always: readonly JsonSchema[];
  readonly branches: readonly JsonSchema[];
}

/** The schemas that always apply to the same value, and the conditional ones. */
function schemasOfSameValue(schema: JsonSchema): SchemasOfSameValue {
  const joined = listOf(schema['allOf']).filter(isObject).map(schemasOfSameValue);
  const { dependentSchemas } = schema;
  const possible = [
    ...['anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword])),
    ...['if', 'then', 'else'].map((keyword) => schema[keyword]),
    ...(isObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
  ];
  const inside = possible.filter(isObject).map(schemasOfSameValue);
  return {
    always: [schema, ...joined.flatMap(({ always }) => always)],
    branches: [
      ...joined.flatMap(({ branches }) => branches),
      ...inside.flatMap(({ always, branches }) => [...always, ...branches]),
    ],
  };
}
