import { isObject, type JsonSchema, listOf, type PathSegment } from '../base/json.ts';
import { SchemaError } from '../base/schema-error.ts';
import { fieldOf, mapSubschemas, visitSchemas } from '../keywords/subschemas.ts';
import { refuseDynamic, targetsOf, where } from './reference-targets.ts';

/** How many levels of a schema that contains itself are published; fewer where they would be too many parts. */
const publishedLevels = [3, 2, 1];
const maxRecursiveNodes = 2000;
const maxNodes = 20_000;
// Two steps of a path make one level.
const maxPathLength = 200;
const definitionKeywords = ['$defs', 'definitions'];

/** A schema without references, and whether something in it is open because it contains itself. */
export interface Inlined {
  readonly schema: JsonSchema;
  readonly isRecursive: boolean;
}

/** Puts the target of each local `$ref` in its place (OTC-DEF-09); of what contains itself, the first levels. */
export function inlineReferences(root: JsonSchema): Inlined {
  const [most = 1, ...fewer] = publishedLevels;
  return fewer.reduce<Inlined>(
    (inlined, levels) =>
      inlined.isRecursive && countNodes(inlined.schema) > maxRecursiveNodes ? inline(root, levels) : inlined,
    inline(root, most),
  );
}

/** A schema that another one refers to, and how long the path is at which it begins. */
interface Entered {
  readonly target: unknown;
  readonly depth: number;
}

function inline(root: JsonSchema, levels: number): Inlined {
  const findTarget = targetsOf(root);
  let nodes = 0;
  let opened = 0;

  function inlineAt(schema: unknown, path: readonly PathSegment[], around: readonly Entered[]): unknown {
    nodes += 1;
    // A schema that contains itself may have more parts at this number of levels than at the next one.
    if (path.length > maxPathLength || (nodes > maxNodes && (opened === 0 || levels === 1))) {
      throw tooLarge(path);
    }
    if (!isObject(schema) || nodes > maxNodes) {
      return schema;
    }
    refuseDynamic(schema, path);
    const { $ref, ...rest } = schema;
    const loosened = new Set<unknown>();
    const siblings = loosen(
      mapSubschemas(withoutDefinitions(rest), path, (subschema, subpath) => {
        const before = opened;
        const inlined = inlineAt(subschema, subpath, around);
        if (opened > before) {
          loosened.add(subpath[path.length]);
        }
        return inlined;
      }),
      loosened,
    );
    if ($ref === undefined) {
      return siblings;
    }
    const target = findTarget($ref, path);
    const before = around.filter((one) => one.target === target);
    if (before.some(({ depth }) => !path.slice(depth).some((segment) => goesInside.has(segment)))) {
      throw endless(path);
    }
    if (before.length >= levels) {
      opened += 1;
      return { ...onlyAnnotations(siblings), description: siblings['description'] ?? openDescription };
    }
    return merge(siblings, inlineAt(target, path, [...around, { target, depth: path.length }]));
  }

  const schema = inlineAt(root, [], [{ target: root, depth: 0 }]) as JsonSchema;
  return { schema, isRecursive: opened > 0 };
}

const openDescription = 'More of the same form, to any depth.';

/** What stays true of a schema of which parts were opened: more may fit a part, and so less may be forbidden. */
function loosen(schema: JsonSchema, loosened: ReadonlySet<unknown>): JsonSchema {
  if (loosened.size === 0) {
    return schema;
  }
  const { unevaluatedItems: _items, unevaluatedProperties: _properties, ...rest } = schema;
  const kept: Record<string, unknown> = { ...rest };
  if (loosened.has('not')) {
    delete kept['not'];
  }
  if (loosened.has('if')) {
    delete kept['then'];
    delete kept['else'];
  }
  if (loosened.has('contains')) {
    delete kept['maxContains'];
  }
  if (loosened.has('oneOf')) {
    delete kept['oneOf'];
    return kept['anyOf'] === undefined
      ? { ...kept, anyOf: schema['oneOf'] }
      : { ...kept, allOf: [...listOf(kept['allOf']), { anyOf: schema['oneOf'] }] };
  }
  return kept;
}

function onlyAnnotations(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword)));
}

function countNodes(schema: JsonSchema): number {
  let nodes = 0;
  visitSchemas(schema, () => {
    nodes += 1;
  });
  return nodes;
}

/** The keywords whose schemas are for a part of the value, and not for the value itself. */
const goesInside: ReadonlySet<PathSegment> = new Set([
  'additionalProperties',
  'contains',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

function endless(path: readonly PathSegment[]): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_REFERENCE',
    `${where(path)} refers back to itself for the same value, which no check could end. Refer to it from a field or an item.`,
    fieldOf(path),
  );
}

function tooLarge(path: readonly PathSegment[]): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_TOO_LARGE',
    `The schema has more than ${maxNodes} parts or ${maxPathLength / 2} levels once its references are replaced. Split the tool, or describe the field loosely.`,
    fieldOf(path),
  );
}

function withoutDefinitions(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !definitionKeywords.includes(keyword)));
}

const annotations = new Set(['default', 'deprecated', 'description', 'examples', 'readOnly', 'title', 'writeOnly']);

function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-');
}

/** What stands beside a `$ref` describes this use of the target; constraints beside it hold as well. */
function merge(siblings: JsonSchema, target: unknown): unknown {
  const constraints = Object.keys(siblings).filter((keyword) => !isAnnotation(keyword));
  if (constraints.length === 0 && isObject(target)) {
    return { ...target, ...siblings };
  }
  return { ...siblings, allOf: [...listOf(siblings['allOf']), target] };
}
