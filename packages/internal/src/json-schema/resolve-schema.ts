import { isFields, isList, type Json, type JsonFields } from '../json-values.ts';
import { resolveReference } from './references.ts';

const maxSteps = 20;
/** The limit of parts and variants of one schema: a schema of 3 kB can expand to a billion. */
const maxParts = 200;

/** How many parts may still be joined. */
interface PartBudget {
  left: number;
}

/** Resolves the reference of a schema and joins its `allOf`. `true` and unresolvable references become an empty schema. */
export function resolveSchema(schema: unknown, root: unknown, budget: PartBudget = { left: maxParts }): JsonFields {
  budget.left -= 1;
  let found: unknown = schema;
  let around: JsonFields = {};
  for (let step = 0; step < maxSteps && isFields(found); step += 1) {
    const { $ref, ...rest }: JsonFields = found;
    if (typeof $ref !== 'string') break;
    around = { ...rest, ...around };
    found = resolveReference($ref, root);
  }
  const own = isFields(found) ? { ...found, ...around } : around;
  const { allOf, ...rest } = own;
  if (!isList(allOf)) return own;
  return allOf.reduce<JsonFields>(
    (joined, part) => (budget.left > 0 ? joinSchemas(joined, resolveSchema(part, root, budget)) : joined),
    rest,
  );
}

/** Joins the parts of two schemas that a form needs. */
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

/** Returns the alternatives of a schema, each joined with its sibling keywords. Empty if there is only one way. */
export function variantsOf(
  schema: JsonFields,
  root: unknown,
  budget: PartBudget = { left: maxParts },
): readonly JsonFields[] {
  const { anyOf, oneOf, ...rest } = schema;
  const alternatives = isList(anyOf) ? anyOf : isList(oneOf) ? oneOf : undefined;
  if (alternatives !== undefined) {
    return alternatives.flatMap((one) => {
      if (budget.left <= 0) return [];
      const joined = joinSchemas(rest, resolveSchema(one, root, budget));
      const inner = variantsOf(joined, root, budget);
      return inner.length === 0 ? [joined] : inner;
    });
  }
  const { type } = schema;
  if (!isList(type) || Array.isArray(schema['enum'])) return [];
  return type.length === 1 ? [] : type.map((one) => ({ ...schema, type: one }));
}
