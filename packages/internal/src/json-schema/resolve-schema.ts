import { isFields, isList, type JsonFields } from '../json-values.ts';
import { haveCommonType, joinSchemas, withoutExcluded } from './join-schemas.ts';
import { resolveReference } from './references.ts';
import { annotationKeywords } from './types.ts';

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
    return isOnly ? withoutExcluded({ ...variant, ...annotationsOf(joined) }) : joined;
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
  const parts = allOf.reduce<JsonFields>(
    (joined, part) => (budget.left > 0 ? joinSchemas(joined, joinParts(part, root, budget)) : joined),
    {},
  );
  return joinSchemas(rest, parts, 'left');
}

/** Returns the alternatives of a schema that its type allows, each joined with its sibling keywords. Empty without alternatives. */
export function variantsOf(
  schema: JsonFields,
  root: unknown,
  budget: PartBudget = { left: maxParts },
): readonly JsonFields[] {
  return withLimit(budget, (limit) => [...expandVariants(schema, root, limit)]);
}

/** Yields each variant when it is needed, because the second one shows that a schema has several. */
function* expandVariants(schema: JsonFields, root: unknown, budget: PartBudget): Generator<JsonFields, void> {
  const { anyOf, oneOf, type, ...rest } = schema;
  const alternatives = isList(anyOf) ? anyOf : isList(oneOf) ? oneOf : undefined;
  if (alternatives === undefined) {
    if (!isList(type) || type.length === 1 || Array.isArray(schema['enum'])) return;
    yield* type.map((name) => ({ ...schema, type: name }));
    return;
  }
  const around = type === undefined ? rest : { ...rest, type };
  for (const alternative of alternatives) {
    if (budget.left <= 0) return;
    const resolved = joinParts(alternative, root, budget);
    if (!haveCommonType(around, resolved)) continue;
    const joined = joinSchemas(around, resolved);
    let isSplit = false;
    for (const inner of expandVariants(joined, root, budget)) {
      isSplit = true;
      yield inner;
    }
    if (!isSplit) yield joined;
  }
}
