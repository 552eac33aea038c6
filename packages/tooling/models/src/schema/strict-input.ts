import { isObject, listOf } from '@toolwire/internal';
import { isTooLargeSchema, mapSubschemas, maxSchemaParts } from '@toolwire/internal/json-schema';
import type { JsonSchema } from '../adapt/model-tool.ts';
import { appendToDescription } from './keywords-to-description.ts';
import { applicableSchemas, mayAcceptNull, membersOf, schemasAtKeywords } from './schema-members.ts';
import { findStrictProblems, type StrictProblem, type StrictRules } from './strict-rules.ts';

/** The strict form of a schema, or the reasons why it has no equivalent one. */
type StrictForm =
  | { readonly ok: true; readonly schema: JsonSchema }
  | { readonly ok: false; readonly problems: readonly StrictProblem[] };

/**
 * Converts an input schema to strict mode if that is lossless. Every valid input without additional properties has a
 * strict form, and every strict input is valid after it is restored.
 */
export function strictInput(schema: JsonSchema, rules: StrictRules): StrictForm {
  if (isTooLargeSchema(schema)) return { ok: false, problems: [{ pointer: '', message: tooLarge }] };
  const ambiguous = rules.isAllRequired ? ambiguousNulls(schema) : [];
  const strict = strictForm(schema, rules);
  const problems = [...ambiguous.map((message) => ({ pointer: '', message })), ...findStrictProblems(strict, rules)];
  return problems.length === 0 ? { ok: true, schema: strict } : { ok: false, problems };
}

const tooLarge = `The schema has more than ${maxSchemaParts} parts after references are resolved.`;

const maxCombinations = 2000;

/** Annotations that move into the description if an API doesn't support them. */
const annotations: ReadonlySet<string> = new Set(['default', 'examples']);
const removed: ReadonlySet<string> = new Set(['$schema', '$id', '$comment', 'deprecated', 'readOnly', 'writeOnly']);

function strictForm(schema: JsonSchema, rules: StrictRules): JsonSchema {
  const inner = mapSubschemas(schema, (subschema) => (isObject(subschema) ? strictForm(subschema, rules) : subschema));
  const { enum: values } = inner;
  const isRedundantConst = Array.isArray(values) && values.length === 1 && values[0] === inner['const'];
  const known = Object.entries(inner).filter(
    ([keyword]) => !removed.has(keyword) && !(isRedundantConst && keyword === 'const'),
  );
  const moved = known.filter(([keyword]) => annotations.has(keyword) && !rules.keywords.has(keyword));
  const portable = appendToDescription(Object.fromEntries(known.filter((entry) => !moved.includes(entry))), moved);
  return portable['type'] === 'object' ? strictObject(portable, rules) : portable;
}

function strictObject(schema: JsonSchema, { isAllRequired }: StrictRules): JsonSchema {
  const { properties, required, additionalProperties } = schema;
  // A schema with properties and without `additionalProperties` is assumed to allow no other properties.
  const isClosable = additionalProperties === undefined && isObject(properties) && Object.keys(properties).length > 0;
  const closed = isClosable ? { ...schema, additionalProperties: false } : schema;
  if (!isAllRequired || !isObject(properties)) return closed;
  const requiredNames = listOf(required);
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    requiredNames.includes(name) || !isObject(member) ? member : nullable(member),
  ]);
  return { ...closed, properties: Object.fromEntries(members), required: Object.keys(properties) };
}

/** In strict mode every property is required. A model sends null for an absent one. */
function nullable(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  return {
    ...(description !== undefined && { description }),
    anyOf: [...(isUnion(rest) ? rest['anyOf'] : [rest]), { type: 'null' }],
  };
}

function isUnion(schema: JsonSchema): schema is { readonly anyOf: readonly unknown[] } {
  return Array.isArray(schema['anyOf']) && Object.keys(schema).length === 1;
}

/** Finds properties for which null is ambiguous: it could mean absent, or the value null. */
function ambiguousNulls(root: JsonSchema): readonly string[] {
  const ambiguous = new Set<string>();
  const schemaNumbers = new Map<JsonSchema, number>();
  const visited = new Set<string>();
  const search = (schemas: readonly unknown[]): void => {
    const applicable = applicableSchemas(schemas, root);
    for (const schema of applicable) schemaNumbers.set(schema, schemaNumbers.get(schema) ?? schemaNumbers.size);
    // The same combination of schemas has the same result.
    const combination = applicable.map((schema) => schemaNumbers.get(schema)).join();
    if (applicable.length === 0 || visited.has(combination)) return;
    if (visited.size === maxCombinations) {
      ambiguous.add(tooLarge);
      return;
    }
    visited.add(combination);
    for (const [name, { schemas: ofMember, isOptional }] of membersOf(applicable)) {
      if (isOptional && ofMember.some(mayAcceptNull)) {
        ambiguous.add(
          `'${name}' is optional and may be null. Strict mode cannot distinguish an absent property from null.`,
        );
      }
      search(ofMember);
    }
    search(schemasAtKeywords(applicable, ['items']));
  };
  search([root]);
  return [...ambiguous];
}
