import { decodeStep } from '../json-schema/references.ts';
import { isTooLargeSchema } from '../json-schema/schema-size.ts';
import { mapSchemas, schemasIn } from '../json-schema/subschemas.ts';
import { unusedName } from '../tools/names-and-versions.ts';
import { type Fields, isObject } from '../values/json-values.ts';

/** OpenAPI accepts letters, digits, points, hyphens and underscores in the names of components. */
export function plainName(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '_');
}

/** The reference to a component. */
export function referenceTo(component: string): string {
  return `#/components/schemas/${component}`;
}

const definitionKeywords = ['$defs', 'definitions'];

/** Whether all references of a schema are pointers from its root, so that they can lead to components. */
export function hasPlainReferences(schema: unknown): boolean {
  return schemasIn(schema).every(({ schema: { $id, $ref, $dynamicRef }, path }) => {
    const isPointer = $ref === undefined || (typeof $ref === 'string' && /^#(?:\/|$)/.test($ref));
    return isPointer && $dynamicRef === undefined && (path.length === 0 || $id === undefined);
  });
}

/**
 * A schema and each of its definitions as components, whose references lead to components. A schema that is too large, or has other
 * references, stays open.
 */
export function componentsOf(
  schema: unknown,
  component: string,
): readonly (readonly [name: string, schema: unknown])[] {
  if (!isObject(schema)) return [[component, schema]];
  if (isTooLargeSchema(schema) || !hasPlainReferences(schema)) return [[component, {}]];
  const definitions = definitionsOf(schema, component);
  const names = new Map(definitions.map(({ keyword, key, name }) => [`${keyword}/${key}`, name]));
  const rewritten = (part: unknown): unknown =>
    isObject(part) ? mapSchemas(part, (subschema) => withReference(subschema, component, names)) : part;
  // References resolve against an `$id`.
  const { $defs: _defs, definitions: _definitions, $id: _id, ...root } = schema;
  return [
    [component, rewritten(root)],
    ...definitions.map((definition) => [definition.name, rewritten(definition.schema)] as const),
  ];
}

interface Definition {
  readonly keyword: string;
  readonly key: string;
  readonly name: string;
  readonly schema: unknown;
}

function definitionsOf(schema: Fields, component: string): readonly Definition[] {
  const taken = new Set<string>();
  return definitionKeywords.flatMap((keyword) => {
    const definitions = schema[keyword];
    return Object.entries(isObject(definitions) ? definitions : {}).map(([key, definition]) => {
      const name = unusedName(`${component}.${plainName(key)}`, (used) => taken.has(used), '_');
      taken.add(name);
      return { keyword, key, name, schema: definition };
    });
  });
}

/** A schema whose reference, if it has one, leads to a component or to a part of it. */
function withReference(schema: Fields, component: string, names: ReadonlyMap<string, string>): Fields {
  const { $ref: reference } = schema;
  if (reference === '#') return { ...schema, $ref: referenceTo(component) };
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  const [keyword = '', key = '', ...rest] = reference.slice(2).split('/');
  const name = names.get(`${decodeStep(keyword)}/${decodeStep(key)}`);
  const target = name === undefined ? `${component}${reference.slice(1)}` : [name, ...rest].join('/');
  return { ...schema, $ref: referenceTo(target) };
}
