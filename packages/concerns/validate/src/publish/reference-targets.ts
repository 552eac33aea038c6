import { isObject, type JsonSchema, own, type PathSegment } from '../base/json.ts';
import { SchemaError } from '../base/schema-error.ts';
import { fieldOf, visitSchemas } from '../keywords/subschemas.ts';

/** Finds the schema that a `$ref` at a path stands for. */
// MCP-LIST-05: within the schema itself; another address is not followed.
export type FindTarget = (reference: unknown, path: readonly PathSegment[]) => unknown;

/** Reads the references of a document; what is not in it is refused. */
export function targetsOf(root: JsonSchema): FindTarget {
  const named = namedTargets(root);
  return (reference, path) => resolve(reference, root, named, path);
}

/** Refuses references that are only known once a value is there. */
export function refuseDynamic(schema: JsonSchema, path: readonly PathSegment[]): void {
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (own(schema, keyword) !== undefined) {
      throw new SchemaError(
        'TW_SCHEMA_REFERENCE',
        `${where(path)} uses ${keyword}, which a published schema must not (OTC-DEF-09). Write the schema out in its place.`,
        fieldOf(path),
      );
    }
  }
}

/** The field at a path, as the subject of a sentence. */
export function where(path: readonly PathSegment[]): string {
  const field = fieldOf(path);
  return field === '' ? 'The schema' : `The field '${field}'`;
}

/** Subschemas that are named by `$id` or `$anchor` anywhere in the document. */
function namedTargets(root: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const targets = new Map<string, JsonSchema>();
  visitSchemas(root, (schema) => {
    for (const [keyword, prefix] of [
      ['$id', ''],
      ['id', ''],
      ['$anchor', '#'],
    ] as const) {
      const name = own(schema, keyword);
      if (typeof name === 'string') {
        targets.set(prefix + name, schema);
      }
    }
  });
  return targets;
}

function resolve(
  reference: unknown,
  root: JsonSchema,
  targets: ReadonlyMap<string, JsonSchema>,
  path: readonly PathSegment[],
): unknown {
  const text = String(reference);
  const named = targets.get(text) ?? targets.get(text.replace(/#$/, ''));
  const target = named ?? (text === '#' ? root : text.startsWith('#/') ? followPointer(root, text) : undefined);
  if (target === undefined) {
    throw new SchemaError(
      'TW_SCHEMA_REFERENCE',
      text.startsWith('#')
        ? `${where(path)} refers to '${text}', which the schema does not hold. Add it under $defs, or write the schema out in its place.`
        : `${where(path)} refers to '${text}' outside the schema. Nothing is fetched: copy that schema into $defs, or write it out in its place.`,
      fieldOf(path),
    );
  }
  return target;
}

function followPointer(root: JsonSchema, reference: string): unknown {
  let target: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    target = Array.isArray(target) ? target[Number(name)] : isObject(target) ? own(target, name) : undefined;
  }
  return isObject(target) || typeof target === 'boolean' ? target : undefined;
}

function decode(part: string): string {
  return /%(?![0-9A-Fa-f]{2})/.test(part) ? part : decodeURIComponent(part);
}
