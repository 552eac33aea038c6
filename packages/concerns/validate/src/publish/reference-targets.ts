import { fieldOf, isSchema, resolveReference, visitSchemas } from '@toolwire/internal/json-schema';
import { type JsonSchema, own, type PathSegment } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';

/** Finds the target of a `$ref` at a path. References outside the schema are not followed (MCP-LIST-05). */
export type FindTarget = (reference: unknown, path: readonly PathSegment[]) => unknown;

/** Collects the reference targets of a document, and rejects references outside it. */
export function targetsOf(root: JsonSchema): FindTarget {
  const named = namedTargets(root);
  return (reference, path) => resolve(reference, root, named, path);
}

/** Rejects references that depend on the value. */
export function rejectDynamic(schema: JsonSchema, path: readonly PathSegment[]): void {
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (own(schema, keyword) !== undefined) {
      throw new SchemaError(
        'TW_SCHEMA_REFERENCE',
        `${subjectAt(path)} uses ${keyword}, which a published schema must not contain (OTC-DEF-09). Replace it with the schema that it refers to.`,
        fieldOf(path),
      );
    }
  }
}

/** The field at a path, as the subject of a message. */
export function subjectAt(path: readonly PathSegment[]): string {
  const field = fieldOf(path);
  return field === '' ? 'The schema' : `The field '${field}'`;
}

/** Subschemas with an `$id` or `$anchor`, anywhere in the document. */
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
  const target = named ?? resolveReference(text, root);
  if (!isSchema(target)) {
    throw new SchemaError(
      'TW_SCHEMA_REFERENCE',
      text.startsWith('#')
        ? `${subjectAt(path)} refers to '${text}', which the schema does not hold. Add it under $defs, or write the schema out in its place.`
        : `${subjectAt(path)} refers to '${text}' outside the schema. Nothing is fetched: copy that schema into $defs, or write it out in its place.`,
      fieldOf(path),
    );
  }
  return target;
}
