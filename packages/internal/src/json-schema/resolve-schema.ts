import { isFields, isList, type Json, type JsonFields } from '../json-values.ts';
import { resolveReference } from './references.ts';

const maxSteps = 20;
/** The limit of parts and variants of one schema: a schema of 3 kB can expand to a billion. */
const maxParts = 200;

/** How many parts may still be joined. */
interface PartBudget {
  left: number;
}

/** Resolves the reference of a schema and joins its `allOf`; the keywords next to them take precedence. `true` and unresolvable references become an empty schema. */
export function resolveSchema(schema: unknown, root: unknown, budget: PartBudget = { left: maxParts }): JsonFields {
  budget.left -= 1;
  let target: unknown = schema;
  let around: JsonFields = {};
  for (let step = 0; step < maxSteps && isFields(target); step += 1) {
    const { $ref, ...rest }: JsonFields = target;
    if (typeof $ref !== 'string') break;
    around = { ...rest, ...around };
    target = resolveReference($ref, root);
  }
  const own = isFields(target) ? { ...target, ...around } : around;
  const { allOf, ...rest } = own;
  if (!isList(allOf)) return own;
  const all = allOf.reduce<JsonFields>(
    (joined, part) => (budget.left > 0 ? joinSchemas(joined, resolveSchema(part, root, budget)) : joined),
    rest,
  );
  const { properties: _properties, required: _required, ...nextToAllOf } = rest;
  return { ...all, ...nextToAllOf };
}

/** Joins the parts of two schemas that a form needs. Other keywords of the right schema take precedence. */
function joinSchemas(left: JsonFields, right: JsonFields): JsonFields {
  const joined: Record<string, Json> = { ...left, ...right };
  if (isFields(left['properties']) && isFields(right['properties'])) {
    joined['properties'] = joinProperties(left['properties'], right['properties']);
  }
  if (isList(left['required']) && isList(right['required'])) {
    joined['required'] = [...left['required'], ...right['required']];
  }
  return joined;
}

/** A property of both schemas gets the keywords of both. */
function joinProperties(left: JsonFields, right: JsonFields): JsonFields {
  const shared = Object.entries(right).flatMap(([name, schema]): [string, Json][] => {
    const { [name]: other = schema } = left;
    return Object.hasOwn(left, name) && other !== schema ? [[name, { allOf: [other, schema] }]] : [];
  });
  return { ...left, ...right, ...Object.fromEntries(shared) };
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
    return alternatives.flatMap((alternative) => {
      if (budget.left <= 0) return [];
      const joined = joinSchemas(rest, resolveSchema(alternative, root, budget));
      const inner = variantsOf(joined, root, budget);
      return inner.length === 0 ? [joined] : inner;
    });
  }
  const { type } = schema;
  if (!isList(type) || Array.isArray(schema['enum'])) return [];
  return type.length === 1 ? [] : type.map((name) => ({ ...schema, type: name }));
}
