import { cutText, isObject, isSameJson } from '@toolwire/internal';
import { isTooLargeSchema, type JsonSchema, memberPath, referredTo } from '@toolwire/internal/json-schema';

/** A change to a field of the input that leaves its valid values as they were. */
export interface FieldChange {
  readonly bump: 'minor' | 'major';
  /** The field, such as `filter.tags[]`. */
  readonly at: string;
  readonly what: string;
}

/**
 * Finds fields with another default, which changes the meaning of calls without them. With `findsRemoved`, also finds fields that are
 * still accepted but no longer described.
 */
export function compareFields(
  earlier: JsonSchema,
  later: JsonSchema,
  options: { readonly findsRemoved: boolean },
): readonly FieldChange[] {
  if (isTooLargeSchema(earlier) || isTooLargeSchema(later)) return [];
  const changes: FieldChange[] = [];
  const compare = (at: string, before: readonly unknown[], after: readonly unknown[], above: readonly Part[]): void => {
    const [parts, laterParts] = [partsOf(before, earlier), partsOf(after, later)];
    changes.push(...defaultChanges(at, defaultsOf(parts), defaultsOf(laterParts)));
    // A recursive schema ends where it repeats.
    if (parts.some((part) => above.includes(part))) return;
    const laterFields = fieldsOf(laterParts);
    for (const [name, schemas] of fieldsOf(parts)) {
      const path = pathOf(at, name);
      const others = laterFields.get(name);
      if (others !== undefined) compare(path, schemas, others, [...above, ...parts]);
      else if (options.findsRemoved && describesFields(laterParts)) {
        changes.push({ bump: 'major', at: path, what: 'it was removed, so its value may be ignored' });
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

const itemsName = '[]';

/** The schemas of each field by its name, and those of the items of a list. */
function fieldsOf(parts: readonly Part[]): ReadonlyMap<string, readonly unknown[]> {
  const fields = new Map<string, unknown[]>();
  for (const { properties, items } of parts) {
    const named = isObject(properties) ? Object.entries(properties) : [];
    const inLists = isObject(items) ? [[itemsName, items] as const] : [];
    for (const [name, schema] of [...named, ...inLists]) fields.set(name, [...(fields.get(name) ?? []), schema]);
  }
  return fields;
}

function pathOf(at: string, name: string): string {
  return name === itemsName ? `${at}${name}` : memberPath(at, name);
}

/** Whether these schemas name the fields of an object, and leave its other fields undescribed. */
function describesFields(parts: readonly Part[]): boolean {
  const describesOthers = parts.some(
    (part) => isObject(part['additionalProperties']) || isObject(part['patternProperties']),
  );
  return !describesOthers && parts.some(({ properties }) => isObject(properties) && Object.keys(properties).length > 0);
}

function defaultsOf(parts: readonly Part[]): readonly unknown[] {
  return parts.flatMap((part) => (Object.hasOwn(part, 'default') ? [part['default']] : []));
}

function defaultChanges(at: string, before: readonly unknown[], after: readonly unknown[]): readonly FieldChange[] {
  if (isSameJson(before, after)) return [];
  const [from, to] = [textOf(before), textOf(after)];
  if (before.length === 0) return [{ bump: 'minor', at, what: `the default is now ${to}` }];
  if (after.length === 0) return [{ bump: 'major', at, what: `the default ${from} was removed` }];
  return [{ bump: 'major', at, what: `the default changed from ${from} to ${to}` }];
}

const maxText = 60;

function textOf(defaults: readonly unknown[]): string {
  return cutText(defaults.map((value) => JSON.stringify(value)).join(' or '), maxText);
}
