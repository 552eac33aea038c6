import { isFields, isList, isSameJson, type Json, type JsonFields } from '../values/json-values.ts';
import { choicesOf, isOfType, typesOf } from './schema-keywords.ts';

const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** Joins two schemas. Of keywords that can't be joined, the keyword of the preferred schema applies. */
export function joinSchemas(
  left: JsonFields,
  right: JsonFields,
  preferredSide: 'left' | 'right' = 'right',
): JsonFields {
  const [other, preferred] = preferredSide === 'left' ? [right, left] : [left, right];
  // The choices of an alternative or a part replace the alternatives around it; those next to `$ref` and `allOf` narrow them.
  const replacesAlternatives =
    alternativesOf(preferred) !== undefined || (preferredSide === 'right' && choicesOf(preferred) !== undefined);
  const joined: Record<string, Json> = {
    ...(replacesAlternatives ? withoutAlternatives(other) : other),
    ...preferred,
    ...joinLimits(other, preferred),
  };
  for (const keyword of ['items', 'additionalProperties']) {
    const [first, second] = [other[keyword], preferred[keyword]];
    if (first !== undefined && second !== undefined) joined[keyword] = joinSubschemas(first, second);
  }
  const [first, second] = [other['properties'], preferred['properties']];
  if (isFields(first) && isFields(second)) {
    const order = preferredSide === 'left' ? { ...second, ...first } : { ...first, ...second };
    joined['properties'] = { ...order, ...joinShared(first, second) };
  }
  if (isList(left['required']) && isList(right['required'])) {
    joined['required'] = [...new Set([...left['required'], ...right['required']])];
  }
  const [type, ...others] = commonTypes(left, right);
  if (type !== undefined) joined['type'] = others.length === 0 ? type : [type, ...others];
  return withoutExcluded(joinChoices(other, preferred, joined));
}

/** The stricter limits of two schemas that both have them. */
function joinLimits(left: JsonFields, right: JsonFields): JsonFields {
  return Object.fromEntries(
    [...lowerLimits, ...upperLimits].flatMap((keyword): [string, number][] => {
      const [first, second] = [left[keyword], right[keyword]];
      if (typeof first !== 'number' || typeof second !== 'number') return [];
      return [[keyword, lowerLimits.includes(keyword) ? Math.max(first, second) : Math.min(first, second)]];
    }),
  );
}

/** Returns the joined schema with the choices that both schemas allow, or the choices of the preferred one if they share none. */
function joinChoices(other: JsonFields, preferred: JsonFields, joined: JsonFields): JsonFields {
  const [others, choices] = [choicesOf(other), choicesOf(preferred)];
  if (others === undefined || choices === undefined) return joined;
  const { const: _const, enum: _enum, ...rest } = joined;
  const shared = sharedChoices(choices, others);
  const [only, ...more] = shared.length === 0 ? choices : shared;
  const isConst = 'const' in other || 'const' in preferred;
  if (only === undefined) return { ...rest, enum: [] };
  return isConst && more.length === 0 ? { ...rest, const: only } : { ...rest, enum: [only, ...more] };
}

function sharedChoices(choices: readonly Json[], others: readonly Json[]): readonly Json[] {
  return choices.filter((choice) => others.some((value) => isSameJson(choice, value)));
}

/** A subschema of both schemas gets the keywords of both. */
function joinSubschemas(other: Json, preferred: Json): Json {
  if (other === false || preferred === true) return other;
  return isFields(other) && isFields(preferred) && other !== preferred ? { allOf: [other, preferred] } : preferred;
}

function joinShared(other: JsonFields, preferred: JsonFields): JsonFields {
  return Object.fromEntries(
    Object.entries(preferred).flatMap(([name, schema]): [string, Json][] => {
      const { [name]: otherSchema = schema } = other;
      return Object.hasOwn(other, name) ? [[name, joinSubschemas(otherSchema, schema)]] : [];
    }),
  );
}

/** The alternatives of a schema; `undefined` without any. */
export function alternativesOf({ anyOf, oneOf }: JsonFields): readonly Json[] | undefined {
  return isList(anyOf) ? anyOf : isList(oneOf) ? oneOf : undefined;
}

function withoutAlternatives({ anyOf: _anyOf, oneOf: _oneOf, ...rest }: JsonFields): JsonFields {
  return rest;
}

/** The types that a schema or all its alternatives list; empty if they don't. */
function possibleTypes(schema: JsonFields): readonly string[] {
  const types = typesOf(schema);
  if (types.length > 0) return types;
  const ofAlternatives = (alternativesOf(schema) ?? []).map((part) => (isFields(part) ? typesOf(part) : []));
  return ofAlternatives.every((list) => list.length > 0) ? ofAlternatives.flat() : [];
}

/** The types that both schemas allow; empty if one schema allows any type. */
function commonTypes(left: JsonFields, right: JsonFields): readonly string[] {
  const [before, after] = [possibleTypes(left), possibleTypes(right)];
  return [...new Set([...after, ...before])].filter((type) =>
    [before, after].every((types) => types.includes(type) || (type === 'integer' && types.includes('number'))),
  );
}

/** Whether a value may fit the types and the choices of both schemas. */
export function mayShareValues(left: JsonFields, right: JsonFields): boolean {
  const hasType =
    possibleTypes(left).length === 0 || possibleTypes(right).length === 0 || commonTypes(left, right).length > 0;
  const [before, after] = [choicesOf(left), choicesOf(right)];
  return hasType && (before === undefined || after === undefined || sharedChoices(before, after).length > 0);
}

/** Removes the default and the examples that the schema itself excludes. */
export function withoutExcluded(schema: JsonFields): JsonFields {
  const { default: initial, examples, ...rest } = schema;
  const [choices, types] = [choicesOf(rest), typesOf(rest)];
  const isAllowed = (value: Json): boolean =>
    choices?.some((choice) => isSameJson(choice, value)) ??
    (types.length === 0 || types.some((type) => isOfType(value, type)));
  return {
    ...rest,
    ...(initial !== undefined && isAllowed(initial) && { default: initial }),
    ...(isList(examples) && examples.some(isAllowed) && { examples: examples.filter(isAllowed) }),
  };
}
