import { listOf, own, stringsOf } from '@toolwire/internal';
import {
  choicesOf,
  describedWith,
  isTooLargeSchema,
  jsonType,
  mapSchemas,
  mayShareValues,
  resolveSchema,
} from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../adapt/model-tool.ts';

type ResolvedSchema = ReturnType<typeof resolveSchema>;

/**
 * Replaces `oneOf` with `anyOf` where no value matches two alternatives, because strict models only support `anyOf`. For
 * APIs without `oneOf`, the descriptions of all other choices state the rule.
 */
export function withSimpleChoices(root: JsonSchema, supportsOneOf: boolean): JsonSchema {
  if (isTooLargeSchema(root)) return root;
  return mapSchemas(root, (schema) => {
    const { oneOf, discriminator: _, ...rest } = schema;
    if (oneOf === undefined || 'anyOf' in rest) return schema;
    if (!mayOverlap(listOf(oneOf), root)) return { ...rest, anyOf: oneOf };
    return supportsOneOf ? schema : describedWith(schema, 'Exactly one of the alternatives matches.');
  });
}

/** Whether a value may match several alternatives, as far as their types, their listed values and required properties show. */
export function mayOverlap(alternatives: readonly unknown[], root: JsonSchema): boolean {
  const resolved = alternatives.map((alternative) => withTypes(alternative, root));
  return resolved.some((one, index) => resolved.slice(index + 1).some((other) => mayMatchBoth(one, other, root)));
}

function mayMatchBoth(one: ResolvedSchema, other: ResolvedSchema, root: JsonSchema): boolean {
  if (!mayShareValues(one, other)) return false;
  // A value that is not an object has no properties.
  if (one['type'] !== 'object' && other['type'] !== 'object') return true;
  const required = new Set([...stringsOf(one['required']), ...stringsOf(other['required'])]);
  return [...required].every((name) => {
    const [first, second] = [propertyOf(one, name), propertyOf(other, name)];
    const isRejected = first === false || second === false;
    return !isRejected && mayShareValues(withTypes(first, root), withTypes(second, root));
  });
}

/** A resolved schema with the types of its listed values. */
function withTypes(schema: unknown, root: JsonSchema): ResolvedSchema {
  const resolved = resolveSchema(schema, root);
  const choices = choicesOf(resolved);
  return choices === undefined || 'type' in resolved ? resolved : { ...resolved, type: choices.map(jsonType) };
}

/** The schema of a property: `false` if a closed object doesn't name it, `undefined` if it may have any value. */
function propertyOf({ properties, patternProperties, additionalProperties }: ResolvedSchema, name: string): unknown {
  const isClosed = additionalProperties === false && patternProperties === undefined;
  return own(properties, name) ?? (isClosed ? false : undefined);
}
