import { isFields, isList, isSameJson, type Json, type JsonFields } from '../json-values.ts';
import { resolveReference } from './references.ts';
import { annotationKeywords, choicesOf, isOfType, typesOf } from './types.ts';

const maxSteps = 20;
/** The limit of parts and variants of one schema: a schema of 3 kB can expand to a billion. */
const maxParts = 200;

/** How many parts may still be joined. */
export interface PartBudget {
  left: number;
}

/**
 * Resolves the reference of a schema and joins its `allOf`. Keywords next to `$ref` take precedence, and annotations next to `allOf`.
 * `true` and unresolvable references become an empty schema.
 */
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
  const annotations = Object.fromEntries(Object.entries(rest).filter(([keyword]) => annotationKeywords.has(keyword)));
  const all = allOf.reduce<JsonFields>(
    (joined, part) =>
      budget.left > 0 ? joinSchemas(joined, { ...resolveSchema(part, root, budget), ...annotations }) : joined,
    rest,
  );
  if (typesOf(all).length !== 1 || all['type'] === 'object') return all;
  // The type may leave a single alternative, such as null.
  const [variant = all, ...others] = variantsOf(all, root, budget);
  return others.length === 0 ? variant : all;
}

/** Joins the parts of two schemas that a form needs. Other keywords of the right schema take precedence. */
function joinSchemas(left: JsonFields, right: JsonFields): JsonFields {
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = left;
  const isChoice = ['const', 'enum', 'anyOf', 'oneOf'].some((keyword) => keyword in right);
  const joined: Record<string, Json> = { ...(isChoice ? rest : left), ...right };
  if (isFields(left['properties']) && isFields(right['properties'])) {
    joined['properties'] = joinProperties(left['properties'], right['properties']);
  }
  if (isList(left['required']) && isList(right['required'])) {
    joined['required'] = [...left['required'], ...right['required']];
  }
  const [type, ...others] = commonTypes(left, right);
  if (type !== undefined) joined['type'] = others.length === 0 ? type : [type, ...others];
  return withoutExcluded(joined);
}

/** The types that both schemas allow, or the types of one if the other has none. */
function commonTypes(left: JsonFields, right: JsonFields): readonly string[] {
  const [before, after] = [typesOf(left), typesOf(right)];
  const all = [...new Set([...after, ...before])];
  return all.filter((type) =>
    [before, after].every(
      (types) => types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number')),
    ),
  );
}

function haveCommonType(left: JsonFields, right: JsonFields): boolean {
  return typesOf(left).length === 0 || typesOf(right).length === 0 || commonTypes(left, right).length > 0;
}

/** Removes the default and the examples that the schema itself excludes. */
function withoutExcluded(schema: JsonFields): JsonFields {
  const { default: initial, examples, ...rest } = schema;
  const [choices, types] = [choicesOf(rest), typesOf(rest)];
  const isAllowed = (value: Json): boolean =>
    choices?.some((choice) => isSameJson(choice, value)) ??
    (types.length === 0 || types.some((type) => isOfType(value, type)));
  return {
    ...rest,
    ...(initial !== undefined && isAllowed(initial) && { default: initial }),
    ...(isList(examples) && { examples: examples.filter(isAllowed) }),
  };
}

/** A property of both schemas gets the keywords of both. */
function joinProperties(left: JsonFields, right: JsonFields): JsonFields {
  const shared = Object.entries(right).flatMap(([name, schema]): [string, Json][] => {
    const { [name]: other = schema } = left;
    return Object.hasOwn(left, name) && other !== schema ? [[name, { allOf: [other, schema] }]] : [];
  });
  return { ...left, ...right, ...Object.fromEntries(shared) };
}

/** Returns the alternatives of a schema that its type allows, each joined with its sibling keywords. Empty if there is only one way. */
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
      const resolved = resolveSchema(alternative, root, budget);
      if (!haveCommonType(rest, resolved)) return [];
      const joined = joinSchemas(rest, resolved);
      const inner = variantsOf(joined, root, budget);
      return inner.length === 0 ? [joined] : inner;
    });
  }
  const { type } = schema;
  if (!isList(type) || Array.isArray(schema['enum'])) return [];
  return type.length === 1 ? [] : type.map((name) => ({ ...schema, type: name }));
}
