import { fieldOf, holdsSchemasByName, mapSubschemasAt } from '@toolwire/internal/json-schema';
import { isAnnotation, isObject, type JsonSchema, listOf, type PathSegment } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';
import { type FindTarget, rejectDynamic, subjectAt, targetsOf } from './reference-targets.ts';
import { relaxAround } from './relax-around.ts';

/** The most published levels of a recursive schema; fewer where the schema would get too large, but at least one. */
const maxPublishedLevels = 3;
const maxRecursiveNodes = 2000;
const maxNodes = 20_000;
// Two path segments make one level.
const maxPathLength = 200;
// References are resolved with the original schema, which still has its identifiers.
const definitionKeywords = ['$defs', 'definitions', '$id', '$anchor'];

/** A schema without references, and whether a part of it contains itself. */
export interface Inlined {
  readonly schema: JsonSchema;
  readonly isRecursive: boolean;
}

/** Replaces each local `$ref` with its target (OTC-DEF-09); a recursive schema with its first levels. */
export function inlineReferences(root: JsonSchema): Inlined {
  const findTarget = targetsOf(root);
  for (let levels = maxPublishedLevels; ; levels -= 1) {
    const inliner = new Inliner(findTarget, levels);
    const schema = inliner.inline(root);
    if (!inliner.isTooLargeForLevels) {
      return { schema, isRecursive: inliner.isRecursive };
    }
  }
}

/** A reference target, and the path length where it begins. */
interface Entered {
  readonly target: unknown;
  readonly depth: number;
}

/** Inlines the references of one schema, with a number of levels where it is recursive. */
class Inliner {
  isRecursive = false;
  readonly #findTarget: FindTarget;
  readonly #levels: number;
  #nodes = 0;
  #finished = 0;
  #openParts = 0;

  constructor(findTarget: FindTarget, levels: number) {
    this.#findTarget = findTarget;
    this.#levels = levels;
  }

  /** Whether the result is not complete, because the schema is recursive and too large, and may have fewer levels. */
  get isTooLargeForLevels(): boolean {
    return this.isRecursive && this.#levels > 1 && (this.#finished > maxRecursiveNodes || this.#nodes > maxNodes);
  }

  inline(root: JsonSchema): JsonSchema {
    return this.#inlineAt(root, [], [{ target: root, depth: 0 }]) as JsonSchema;
  }

  #inlineAt(schema: unknown, path: readonly PathSegment[], around: readonly Entered[]): unknown {
    this.#nodes += 1;
    if (path.length > maxPathLength || (this.#nodes > maxNodes && !this.isTooLargeForLevels)) {
      throw tooLarge(path);
    }
    if (this.isTooLargeForLevels) {
      return schema;
    }
    if (!isObject(schema)) {
      this.#finished += 1;
      return schema;
    }
    rejectDynamic(schema, path);
    const { $ref, ...rest } = schema;
    const openKeywords = new Set<unknown>();
    const inlined = mapSubschemasAt(withoutDefinitions(rest), path, (subschema, subpath) => {
      const before = this.#openParts;
      const part = this.#inlineAt(subschema, subpath, around);
      if (this.#openParts > before) {
        openKeywords.add(subpath[path.length]);
      }
      return part;
    });
    const siblings = relaxAround(inlined, openKeywords);
    if ($ref !== undefined) {
      return this.#inlineTarget(this.#findTarget(schema, path), siblings, path, around);
    }
    this.#finished += 1;
    return siblings;
  }

  #inlineTarget(
    target: unknown,
    siblings: JsonSchema,
    path: readonly PathSegment[],
    around: readonly Entered[],
  ): unknown {
    const before = around.filter((entered) => entered.target === target);
    if (before.some(({ depth }) => !appliesToPart(path.slice(depth)))) {
      throw endlessReference(path);
    }
    if (before.length > 0) this.isRecursive = true;
    if (before.length >= this.#levels) {
      this.#openParts += 1;
      this.#finished += 1;
      return openPart(siblings);
    }
    return merge(siblings, this.#inlineAt(target, path, [...around, { target, depth: path.length }]));
  }
}

/** The last published level of a recursive schema. It accepts any value, and describes that the structure continues. */
function openPart(reference: JsonSchema): JsonSchema {
  const annotations = Object.fromEntries(Object.entries(reference).filter(([keyword]) => isAnnotation(keyword)));
  return { ...annotations, description: reference['description'] ?? 'The same structure again, nested to any depth.' };
}

/** The keywords whose subschemas apply to a part of the value, and not to the value itself. */
const partKeywords: ReadonlySet<PathSegment> = new Set([
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

/** Whether the schema at the end of a path applies to a part of the value that the schema at its beginning applies to. */
function appliesToPart([keyword, ...rest]: readonly PathSegment[]): boolean {
  if (keyword === undefined) return false;
  // A name below `dependentSchemas` may look like a keyword.
  const isNamed = typeof keyword === 'string' && holdsSchemasByName(keyword);
  return partKeywords.has(keyword) || appliesToPart(isNamed ? rest.slice(1) : rest);
}

function endlessReference(path: readonly PathSegment[]): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_REFERENCE',
    `${subjectAt(path)} refers to itself with '$ref' at the same level, so validation would never end. A schema may refer to itself only from a field or an item.`,
    fieldOf(path),
  );
}

function tooLarge(path: readonly PathSegment[]): SchemaError {
  return new SchemaError(
    'TW_SCHEMA_TOO_LARGE',
    `The schema has more than ${maxNodes} parts or ${maxPathLength / 2} levels once its references are replaced. Split the tool, or use a less detailed schema for a large field.`,
    fieldOf(path),
  );
}

function withoutDefinitions(schema: JsonSchema): JsonSchema {
  // Most parts have none, and a large schema has many parts.
  if (!definitionKeywords.some((keyword) => Object.hasOwn(schema, keyword))) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !definitionKeywords.includes(keyword)));
}

/** Annotations next to a `$ref` replace the target's annotations. Constraints next to it apply in addition. */
function merge(siblings: JsonSchema, target: unknown): unknown {
  const constraints = Object.keys(siblings).filter((keyword) => !isAnnotation(keyword));
  if (constraints.length === 0 && isObject(target)) {
    return { ...target, ...siblings };
  }
  return { ...siblings, allOf: [...listOf(siblings['allOf']), target] };
}
