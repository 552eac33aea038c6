import { isObject, mapSubschemas } from '@toolwire/internal';
import type { JsonSchema } from '../offer/model-tool.ts';
import { formsOf, membersOf, othersOf } from './places.ts';
import { findStrictProblems, type StrictProblem } from './strict-problems.ts';
import type { StrictRules } from './strict-rules.ts';
import { takesNull } from './takes-null.ts';
import { withWords } from './words.ts';

/** A schema in the form of strict mode, or why it has none that says the same. */
export type StrictForm =
  | { readonly ok: true; readonly schema: JsonSchema }
  | { readonly ok: false; readonly problems: readonly StrictProblem[] };

/**
 * Writes the schema of an input in the form of strict mode, if nothing is lost: every input that fits the schema, with no
 * members but those that it names, can be said in that form, and what is said in it fits, once it is restored.
 */
export function strictInput(schema: JsonSchema, rules: StrictRules): StrictForm {
  const unclear = rules.isAllRequired ? unclearNulls([schema], schema) : [];
  const strict = strictForm(schema, rules);
  const problems = [...unclear.map((message) => ({ at: '', message })), ...findStrictProblems(strict, rules)];
  return problems.length === 0 ? { ok: true, schema: strict } : { ok: false, problems };
}

/** What a schema says about itself and not about values: it may go, or be told in words. */
const remarks: ReadonlySet<string> = new Set(['default', 'examples']);
const silent: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', 'deprecated', 'readOnly', 'writeOnly']);

function strictForm(schema: JsonSchema, rules: StrictRules): JsonSchema {
  const inner = mapSubschemas(schema, (subschema) => (isObject(subschema) ? strictForm(subschema, rules) : subschema));
  const { enum: values } = inner;
  const isTwice = Array.isArray(values) && values.length === 1 && values[0] === inner['const'];
  const known = Object.entries(inner).filter(([keyword]) => !silent.has(keyword) && !(isTwice && keyword === 'const'));
  const told = known.filter(([keyword]) => remarks.has(keyword) && !rules.keywords.has(keyword));
  const plain = withWords(Object.fromEntries(known.filter((entry) => !told.includes(entry))), told);
  return plain['type'] === 'object' ? strictObject(plain, rules) : plain;
}

function strictObject(schema: JsonSchema, { isAllRequired }: StrictRules): JsonSchema {
  const { properties, required, additionalProperties } = schema;
  // Of one that names members, nobody means others as long as it says nothing of them.
  const isClosable = additionalProperties === undefined && isObject(properties) && Object.keys(properties).length > 0;
  const closed = isClosable ? { ...schema, additionalProperties: false } : schema;
  if (!isAllRequired || !isObject(properties)) return closed;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    needed.includes(name) || !isObject(member) ? member : orNull(member),
  ]);
  return { ...closed, properties: Object.fromEntries(members), required: Object.keys(properties) };
}

/** In strict mode nothing may be left out, and null stands for what is. */
function orNull(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  return {
    ...(description !== undefined && { description }),
    anyOf: [...(isUnion(rest) ? rest['anyOf'] : [rest]), { type: 'null' }],
  };
}

function isUnion(schema: JsonSchema): schema is { readonly anyOf: readonly unknown[] } {
  return Array.isArray(schema['anyOf']) && Object.keys(schema).length === 1;
}

/** The members for which null would say two things: that they are left out, and that they are null. */
function unclearNulls(
  schemas: readonly unknown[],
  root: JsonSchema,
  above: readonly JsonSchema[] = [],
): readonly string[] {
  const forms = formsOf(schemas, root).filter((form) => !above.includes(form));
  if (forms.length === 0) return [];
  const around = [...above, ...forms];
  const unclear = [...membersOf(forms)].flatMap(([name, { schemas: told, isOptional }]) => [
    ...(isOptional && told.some(takesNull)
      ? [`'${name}' may be left out and may be null, which strict mode cannot tell apart.`]
      : []),
    ...unclearNulls(told, root, around),
  ]);
  return [...unclear, ...unclearNulls(othersOf(forms, ['items']), root, around)];
}
