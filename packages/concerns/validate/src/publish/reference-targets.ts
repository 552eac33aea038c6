import { parseUrl } from '@toolwire/internal';
import { fieldOf, isSchema, resolveReference, subschemasOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema, own, type PathSegment } from '../json-schema/json.ts';
import { SchemaError } from '../json-schema/schema-error.ts';

/** Finds the target of the `$ref` in a schema at a path. References outside the schema are not followed (MCP-LIST-05). */
export type FindTarget = (schema: JsonSchema, path: readonly PathSegment[]) => unknown;

/** Collects the reference targets of a document, and rejects references outside it. */
export function targetsOf(root: JsonSchema): FindTarget {
  const named = namedTargets(root);
  // Large schemas use the same references thousands of times, and each URL takes long to parse.
  const known = new Map<string, unknown>();
  return (schema, path) => {
    const base = named.bases.get(schema) ?? documentBase;
    const key = `${base} ${String(schema['$ref'])}`;
    const target = known.has(key) ? known.get(key) : resolve(schema, base, named, path);
    known.set(key, target);
    return target;
  };
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

/** The subschemas that a reference can name, and the base URI of each subschema (RFC 3986). */
interface NamedTargets {
  readonly root: JsonSchema;
  readonly byUri: ReadonlyMap<string, JsonSchema>;
  readonly bases: ReadonlyMap<unknown, string>;
}

/** The base URI of a document without an absolute `$id`. */
const documentBase = 'schema://document/';

/** Collects subschemas with an `$id` or `$anchor`, anywhere in the document. An `$id` is relative to the outer `$id`. */
function namedTargets(root: JsonSchema): NamedTargets {
  const byUri = new Map<string, JsonSchema>([[documentBase, root]]);
  const bases = new Map<unknown, string>();

  function visit(schema: JsonSchema, outerBase: string): void {
    const id = own(schema, '$id');
    const uri = typeof id === 'string' ? uriOf(id, outerBase) : undefined;
    // An `$id` of draft-07 that is only a fragment is an anchor.
    const base = uri === undefined || String(id).startsWith('#') ? outerBase : withoutFragment(uri);
    bases.set(schema, base);
    if (uri !== undefined) byUri.set(String(id).startsWith('#') ? uri : base, schema);
    const anchor = own(schema, '$anchor');
    if (typeof anchor === 'string') byUri.set(`${base}#${anchor}`, schema);
    // Draft-04, where later drafts may use the name for anything.
    const oldId = own(schema, 'id');
    const oldUri = typeof oldId === 'string' ? uriOf(oldId, base) : undefined;
    if (oldUri !== undefined && !byUri.has(oldUri)) byUri.set(oldUri, schema);
    for (const { subschema } of subschemasOf(schema)) if (isObject(subschema)) visit(subschema, base);
  }

  visit(root, documentBase);
  return { root, byUri, bases };
}

function uriOf(reference: string, base: string): string | undefined {
  return parseUrl(reference, base)?.href;
}

function withoutFragment(uri: string): string {
  return uri.replace(/#.*$/, '');
}

function resolve(
  schema: JsonSchema,
  base: string,
  { root, byUri }: NamedTargets,
  path: readonly PathSegment[],
): unknown {
  const text = String(schema['$ref']);
  const uri = uriOf(text, base);
  const document = uri === undefined ? undefined : byUri.get(withoutFragment(uri));
  const fragment = uri === undefined || !uri.includes('#') ? '' : uri.slice(uri.indexOf('#'));
  const target =
    (uri === undefined ? undefined : byUri.get(uri)) ??
    resolveReference(fragment || '#', document) ??
    // Many schemas refer to the root of the document from a part with an `$id`.
    resolveReference(text, root);
  if (isSchema(target)) return target;
  throw new SchemaError('TW_SCHEMA_REFERENCE', reasonOf(text, document, fragment, path), fieldOf(path));
}

function reasonOf(
  text: string,
  document: JsonSchema | undefined,
  fragment: string,
  path: readonly PathSegment[],
): string {
  if (text.startsWith('#')) {
    return `${subjectAt(path)} refers to '${text}', which the schema does not hold. Add it under $defs, or write the schema out in its place.`;
  }
  return document === undefined
    ? `${subjectAt(path)} refers to '${text}' outside the schema. Nothing is fetched: copy that schema into $defs, or write it out in its place.`
    : `${subjectAt(path)} refers to '${text}', but the part with that $id does not hold '${fragment}'. Add it there, or write the schema out in its place.`;
}
