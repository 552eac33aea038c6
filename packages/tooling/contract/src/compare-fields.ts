import { cutText, entriesOf, isObject, isSameJson, listOf } from '@toolwire/internal';
import { isTooLargeSchema, memberPath } from '@toolwire/internal/json-schema';
import { type JsonSchema, referredTo } from './compare-schemas/subschema.ts';

/** A change to a field of the input that leaves its valid values as they were. */
export interface FieldChange {
  readonly bump: 'minor' | 'major';
  /** The field, such as `filter.tags[]`; empty for the whole input. */
  readonly path: string;
  readonly message: string;
}

/**
 * Finds fields with another default, which changes the meaning of calls without them. With `findsRemoved`, also finds fields that are
 * still accepted but no longer described.
 */
export function compareFields(earlier: JsonSchema, later: JsonSchema, findsRemoved: boolean): readonly FieldChange[] {
  if (isTooLargeSchema(earlier) || isTooLargeSchema(later)) return [];
  const changes: FieldChange[] = [];
  const compare = (
    path: string,
    schemas: readonly unknown[],
    laterSchemas: readonly unknown[],
    parents: readonly Part[],
  ): void => {
    const [parts, laterParts] = [partsOf(schemas, earlier), partsOf(laterSchemas, later)];
    changes.push(...defaultChanges(path, defaultsOf(parts), defaultsOf(laterParts)));
    // A recursive schema ends where it repeats.
    if (parts.some((part) => parents.includes(part))) return;
    const laterFields = fieldsOf(laterParts, path);
    for (const [fieldPath, fieldSchemas] of fieldsOf(parts, path)) {
      const laterField = laterFields.get(fieldPath);
      if (laterField !== undefined) compare(fieldPath, fieldSchemas, laterField, [...parents, ...parts]);
      else if (findsRemoved && describesFields(laterParts)) {
        changes.push({ bump: 'major', path: fieldPath, message: 'it was removed, so its value may be ignored' });
      }
    }
  };
  compare('', [earlier], [later], []);
  return changes;
}

type Part = Readonly<Record<string, unknown>>;

/** Schemas with the targets of their references and their members: all that describe one value. */
function partsOf(schemas: readonly unknown[], root: JsonSchema): readonly Part[] {
  const parts = new Set<Part>();
  const add = (schema: unknown): void => {
    if (!isObject(schema) || parts.has(schema)) return;
    parts.add(schema);
    if (typeof schema['$ref'] === 'string') add(referredTo(schema['$ref'], root)?.keywords);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const members = schema[keyword];
      if (Array.isArray(members)) members.forEach(add);
    }
  };
  schemas.forEach(add);
  return [...parts];
}

/** Returns the schemas of each field and of the items of a list, by their paths. */
function fieldsOf(parts: readonly Part[], path: string): ReadonlyMap<string, readonly unknown[]> {
  const fields = new Map<string, unknown[]>();
  const add = (fieldPath: string, schema: unknown): void => {
    fields.set(fieldPath, [...(fields.get(fieldPath) ?? []), schema]);
  };
  for (const { properties, prefixItems, items } of parts) {
    for (const [name, schema] of entriesOf(properties)) add(memberPath(path, name), schema);
    for (const [index, schema] of listOf(prefixItems).entries()) add(`${path}[${index}]`, schema);
    if (isObject(items)) add(`${path}[]`, items);
  }
  return fields;
}

/** Whether these schemas name the fields of an object, and leave its other fields undescribed. */
function describesFields(parts: readonly Part[]): boolean {
  const describesOthers = parts.some(
    (part) => isObject(part['additionalProperties']) || isObject(part['patternProperties']),
  );
  return !describesOthers && parts.some(({ properties }) => entriesOf(properties).length > 0);
}

function defaultsOf(parts: readonly Part[]): readonly unknown[] {
  return parts.flatMap((part) => (Object.hasOwn(part, 'default') ? [part['default']] : []));
}

function defaultChanges(path: string, earlier: readonly unknown[], later: readonly unknown[]): readonly FieldChange[] {
  if (isSameJson(earlier, later)) return [];
  const [from, to] = [textOf(earlier), textOf(later)];
  if (earlier.length === 0) return [{ bump: 'minor', path, message: `the default is now ${to}` }];
  if (later.length === 0) return [{ bump: 'major', path, message: `the default ${from} was removed` }];
  return [{ bump: 'major', path, message: `the default changed from ${from} to ${to}` }];
}

const maxText = 60;

function textOf(defaults: readonly unknown[]): string {
  return cutText(defaults.map((value) => JSON.stringify(value)).join(' or '), maxText);
}
