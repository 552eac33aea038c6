import { type Fields, isObject, isSensitive } from '@toolwire/internal';

const deepest = 64;
const mostValues = 100;

/**
 * The texts, numbers among them, of all parts of a value that its JSON Schema marks as `writeOnly`, `format: password` or
 * `x-sensitive`: what must not be repeated of it.
 */
export function sensitiveValues(schema: unknown, value: unknown): readonly string[] {
  if (!isObject(schema)) return [];
  const found: string[] = [];
  collect(schema, value, { root: schema, found, depth: 0 });
  return found;
}

interface Search {
  readonly root: Fields;
  readonly found: string[];
  readonly depth: number;
}

function collect(schema: unknown, value: unknown, search: Search): void {
  if (!isObject(schema) || search.depth > deepest || search.found.length >= mostValues) return;
  if (isSensitive(schema)) {
    collectTexts(value, search);
    return;
  }
  const below = { ...search, depth: search.depth + 1 };
  for (const same of schemasOfTheSame(schema, search.root)) collect(same, value, below);
  if (Array.isArray(value)) {
    value.forEach((one, index) => {
      for (const item of schemasOfItem(schema, index)) collect(item, one, below);
    });
  } else if (isObject(value)) {
    for (const [name, one] of Object.entries(value)) {
      for (const property of schemasOfProperty(schema, name)) collect(property, one, below);
    }
  }
}

function collectTexts(value: unknown, search: Search): void {
  if (search.depth > deepest || search.found.length >= mostValues) return;
  if (typeof value === 'string' || typeof value === 'number') search.found.push(String(value));
  if (typeof value !== 'object' || value === null) return;
  for (const one of Object.values(value)) collectTexts(one, { ...search, depth: search.depth + 1 });
}

function schemasOfTheSame(schema: Fields, root: Fields): unknown[] {
  const { allOf, anyOf, oneOf, then, else: otherwise, dependentSchemas, $ref } = schema;
  const referred = typeof $ref === 'string' ? [atPointer($ref, root)] : [];
  return [
    ...listed(allOf),
    ...listed(anyOf),
    ...listed(oneOf),
    then,
    otherwise,
    ...values(dependentSchemas),
    ...referred,
  ];
}

function schemasOfItem({ prefixItems, items, contains }: Fields, index: number): unknown[] {
  const own = listed(prefixItems)[index] ?? listed(items)[index];
  return [own ?? items, contains];
}

/** Patterns are not tried: a value that might be meant is taken for one that is. */
function schemasOfProperty(schema: Fields, name: string): unknown[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name], ...values(patternProperties)];
  return [...values(patternProperties), additionalProperties, unevaluatedProperties];
}

/** Whether a schema marks anything at all, for those who would rather look once than at each value. */
export function marksAnything(schema: unknown, depth = 0): boolean {
  if (typeof schema !== 'object' || schema === null || depth > deepest) return false;
  return isSensitive(schema) || Object.values(schema).some((one) => marksAnything(one, depth + 1));
}

/** Follows a reference inside the same document, such as `#/$defs/Login`. */
function atPointer(reference: string, root: Fields): unknown {
  if (!reference.startsWith('#')) return undefined;
  return reference
    .slice(1)
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), root);
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function values(value: unknown): readonly unknown[] {
  return isObject(value) ? Object.values(value) : [];
}
