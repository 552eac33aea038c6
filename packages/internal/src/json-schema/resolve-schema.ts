import { isFields, isList, type JsonFields } from '../values/json-values.ts';
import { alternativesOf, joinSchemas, mayShareValues, withoutExcluded } from './join-schemas.ts';
import { resolveReference } from './references.ts';
import { annotationKeywords } from './schema-keywords.ts';

const maxSteps = 20;
/** The limit of parts and variants of one schema: a schema of 3 kB can expand to a billion. */
const maxParts = 200;

/** How many parts may still be joined. */
export interface PartBudget {
  left: number;
}

/**
 * Resolves the reference of a schema, joins its `allOf`, and takes the only alternative that is possible, if there is one.
 * Keywords next to `$ref` and `allOf` take precedence, unless both limit the value. `true` and unresolvable references become an
 * empty schema.
 */
export function resolveSchema(schema: unknown, root: unknown, budget: PartBudget = { left: maxParts }): JsonFields {
  return withLimit(budget, (limit) => {
    const joined = joinParts(schema, root, limit);
    const [variant, other] = expandVariants(joined, root, limit);
    const isOnly = variant !== undefined && other === undefined && limit.left > 0;
    if (!isOnly) return joined;
    // An annotation that the alternative excludes must not replace the one of the alternative.
    const allowed = withoutExcluded({ ...variant, ...annotationsOf(joined) });
    return { ...variant, ...annotationsOf(allowed) };
  });
}

/** Limits the parts of one schema, which may be nested in each other. */
function withLimit<Result>(budget: PartBudget, resolve: (limit: PartBudget) => Result): Result {
  const most = Math.min(maxParts, budget.left);
  const limit = { left: most };
  const result = resolve(limit);
  budget.left -= most - limit.left;
  return result;
}

function annotationsOf(schema: JsonFields): JsonFields {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => annotationKeywords.has(keyword)));
}

/** Resolves the reference of a schema and joins its `allOf`. */
function joinParts(schema: unknown, root: unknown, budget: PartBudget): JsonFields {
  budget.left -= 1;
  const [first = {}, ...targets] = followReferences(schema, root).map((fields) => joinAllOf(fields, root, budget));
  return targets.reduce((around, target) => joinSchemas(around, target, 'left'), first);
}

/** The keywords next to each `$ref` of a chain, and the schema at its end. */
function followReferences(schema: unknown, root: unknown): readonly JsonFields[] {
  const chain = new Map<unknown, JsonFields>();
  let target = schema;
  while (isFields(target) && !chain.has(target) && chain.size < maxSteps) {
    const { $ref, ...rest }: JsonFields = target;
    if (typeof $ref !== 'string') return [...chain.values(), target];
    chain.set(target, rest);
    target = resolveReference($ref, root);
  }
  return [...chain.values()];
}

function joinAllOf(schema: JsonFields, root: unknown, budget: PartBudget): JsonFields {
  const { allOf, ...rest } = schema;
  if (!isList(allOf)) return schema;
  const parts = allOf.reduce<JsonFields>(
    (joined, part) => (budget.left > 0 ? joinSchemas(joined, joinParts(part, root, budget)) : joined),
    {},
  );
  return joinSchemas(rest, parts, 'left');
}

/** Returns the alternatives of a schema that its type and choices allow, each joined with its sibling keywords. Empty without alternatives. */
export function variantsOf(
  schema: JsonFields,
  root: unknown,
  budget: PartBudget = { left: maxParts },
): readonly JsonFields[] {
  return withLimit(budget, (limit) => [...expandVariants(schema, root, limit)]);
}

/** Yields each variant when it is needed, because the second one shows that a schema has several. */
function* expandVariants(schema: JsonFields, root: unknown, budget: PartBudget): Generator<JsonFields, void> {
  const { anyOf: _anyOf, oneOf: _oneOf, type, ...rest } = schema;
  const alternatives = alternativesOf(schema);
  if (alternatives === undefined) {
    if (!isList(type) || type.length === 1 || Array.isArray(schema['enum'])) return;
    yield* type.map((name) => ({ ...schema, type: name }));
    return;
  }
  const around = type === undefined ? rest : { ...rest, type };
  for (const alternative of alternatives) {
    if (budget.left <= 0) return;
    const resolved = joinParts(alternative, root, budget);
    if (alternative === false || !mayShareValues(around, resolved)) continue;
    const joined = joinSchemas(around, resolved);
    let isSplit = false;
    for (const inner of expandVariants(joined, root, budget)) {
      isSplit = true;
      yield inner;
    }
    if (!isSplit) yield joined;
  }
}
