import { isObject, type JsonSchema, listOf, own, type PathSegment } from '../json.ts';
import { SchemaError } from '../schema-error.ts';
import { fieldOf, mapSubschemas, visitSchemas } from './subschemas.ts';

const maxNodes = 20_000;
// Two steps of a path make one level.
const maxPathLength = 200;
const definitionKeywords = ['$defs', 'definitions'];

/** Puts the target of each local `$ref` in its place (OTC-DEF-09); refuses what has no finite form without references. */
export function inlineReferences(root: JsonSchema): JsonSchema {
  const targets = namedTargets(root);
  let nodes = 0;

  function inline(schema: unknown, path: readonly PathSegment[], open: readonly unknown[]): unknown {
    nodes += 1;
    if (nodes > maxNodes || path.length > maxPathLength) {
      throw new SchemaError(
        'TW_SCHEMA_TOO_LARGE',
        `The schema has more than ${maxNodes} parts or ${maxPathLength / 2} levels once its references are replaced. Split the tool, or describe the field loosely.`,
        fieldOf(path),
      );
    }
    if (!isObject(schema)) {
      return schema;
    }
    refuseDynamic(schema, path);
    const { $ref, ...rest } = schema;
    const siblings = mapSubschemas(withoutDefinitions(rest), path, (subschema, subpath) =>
      inline(subschema, subpath, open),
    );
    if ($ref === undefined) {
      return siblings;
    }
    const target = resolve($ref, root, targets, path);
    if (open.includes(target)) {
      throw new SchemaError(
        'TW_SCHEMA_RECURSIVE',
        `${where(path)} refers back to a schema that contains it. A published schema has no references (OTC-DEF-09): describe a fixed number of levels, or take the nested part as a string of JSON.`,
        fieldOf(path),
      );
    }
    return merge(siblings, inline(target, path, [...open, target]));
  }

  return inline(root, [], [root]) as JsonSchema;
}

function where(path: readonly PathSegment[]): string {
  const field = fieldOf(path);
  return field === '' ? 'The schema' : `The field '${field}'`;
}

function withoutDefinitions(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !definitionKeywords.includes(keyword)));
}

function refuseDynamic(schema: JsonSchema, path: readonly PathSegment[]): void {
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

const annotations = new Set(['default', 'deprecated', 'description', 'examples', 'readOnly', 'title', 'writeOnly']);

/** What stands beside a `$ref` describes this use of the target; constraints beside it hold as well. */
function merge(siblings: JsonSchema, target: unknown): unknown {
  const constraints = Object.keys(siblings).filter((keyword) => !annotations.has(keyword) && !keyword.startsWith('x-'));
  if (constraints.length === 0 && isObject(target)) {
    return { ...target, ...siblings };
  }
  return { ...siblings, allOf: [...listOf(siblings['allOf']), target] };
}
