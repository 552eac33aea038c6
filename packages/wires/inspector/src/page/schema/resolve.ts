import { isFields, isList, type Json, type JsonFields } from '../json.ts';
import type { Schema } from '../tool.ts';

const mostSteps = 20;

/** A schema with its reference followed and the parts of its `allOf` joined; `true` and what cannot be found say nothing. */
export function resolveSchema(schema: Json | undefined, root: Schema): JsonFields {
  let found: Json | undefined = schema;
  let around: JsonFields = {};
  for (let step = 0; step < mostSteps && isFields(found); step += 1) {
    const { $ref, ...rest }: JsonFields = found;
    if (typeof $ref !== 'string') break;
    around = { ...rest, ...around };
    found = atPointer($ref, root);
  }
  const own = isFields(found) ? { ...found, ...around } : around;
  const { allOf, ...rest } = own;
  if (!isList(allOf)) return own;
  return allOf.map((part) => resolveSchema(part, root)).reduce(joinSchemas, rest);
}

/** What both schemas ask for, as far as a form needs to know. */
function joinSchemas(one: JsonFields, other: JsonFields): JsonFields {
  const joined: Record<string, Json> = { ...one, ...other };
  if (isFields(one['properties']) && isFields(other['properties'])) {
    joined['properties'] = { ...one['properties'], ...other['properties'] };
  }
  if (isList(one['required']) && isList(other['required'])) {
    joined['required'] = [...one['required'], ...other['required']];
  }
  return joined;
}

/** The alternatives of a schema, each joined with what stands beside them; none where there is but one way. */
export function variantsOf(schema: JsonFields, root: Schema): readonly JsonFields[] {
  const { anyOf, oneOf, ...rest } = schema;
  const alternatives = isList(anyOf) ? anyOf : isList(oneOf) ? oneOf : undefined;
  if (alternatives !== undefined) {
    return alternatives.flatMap((one) => {
      const joined = joinSchemas(rest, resolveSchema(one, root));
      const inner = variantsOf(joined, root);
      return inner.length === 0 ? [joined] : inner;
    });
  }
  const { type } = schema;
  if (!isList(type) || Array.isArray(schema['enum'])) return [];
  return type.length === 1 ? [] : type.map((one) => ({ ...schema, type: one }));
}

function atPointer(reference: string, root: Schema): Json | undefined {
  if (!reference.startsWith('#') || !isFields(root)) return undefined;
  return decodeURIComponent(reference.slice(1))
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((at, part) => {
      if (isList(at)) return at[Number(part)];
      return isFields(at) && Object.hasOwn(at, part) ? at[part] : undefined;
    }, root);
}
