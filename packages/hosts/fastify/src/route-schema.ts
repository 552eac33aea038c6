import type { JsonSchema } from '@toolwire/core';
import { isObject, own, StartupError } from '@toolwire/internal';
import { mapSchemas, pointerOf, schemasIn, someSchema } from '@toolwire/internal/json-schema';

/** A JSON Schema with the definitions that it refers to, as a part of another schema. */
export interface MovedSchema {
  readonly schema: JsonSchema;
  readonly definitions: Readonly<Record<string, unknown>>;
}

/** The position of a schema in its route. */
export interface SchemaPosition {
  /** The route in messages. */
  readonly source: string;
  /** Such as `querystring`; also the name of the schema in `$defs`. */
  readonly part: string;
  readonly direction: 'input' | 'output';
  /** The schemas of `app.addSchema`, by their `$id`. */
  readonly shared: Readonly<Record<string, unknown>>;
}

/** Reads a schema of a route: JSON Schema, or the schema of a library that converts to it. Its references work in any other schema. */
export function moveSchema(routeSchema: unknown, position: SchemaPosition): MovedSchema {
  const schema = toJsonSchema(routeSchema, position);
  const definitions: Record<string, unknown> = {};
  const moved = relocate(schema, position.part, position, definitions);
  if (hasLocalReference(schema)) definitions[position.part] = moved;
  return { schema: moved, definitions };
}

function toJsonSchema(routeSchema: unknown, { source, part, direction }: SchemaPosition): JsonSchema {
  // fluent-json-schema has builders, which Fastify converts like this.
  const schema = own(routeSchema, 'isFluentSchema') === true ? (routeSchema as object).valueOf() : routeSchema;
  const standard = isObject(schema) ? (schema['~standard'] as StandardProps | undefined) : undefined;
  if (standard === undefined && isObject(schema)) return schema;
  try {
    const converted = standard?.jsonSchema?.[direction]({ target: 'draft-2020-12' });
    if (isObject(converted)) return converted;
  } catch (cause) {
    throw new StartupError(
      'TW_ROUTE_SCHEMA',
      `The schema of ${part} in ${source} can't be converted to JSON Schema, which tools need. Use types that JSON has.`,
      { cause },
    );
  }
  throw new StartupError(
    'TW_ROUTE_SCHEMA',
    `The schema of ${part} in ${source} provides no JSON Schema, which tools need. Use JSON Schema, TypeBox or Zod 4.`,
  );
}

interface StandardProps {
  readonly jsonSchema?: Readonly<Record<'input' | 'output', (options: { readonly target: string }) => unknown>>;
}

/** Rewrites references for `$defs` of another schema, and adds the shared schemas that they name to the definitions. */
function relocate(
  schema: JsonSchema,
  name: string,
  position: SchemaPosition,
  definitions: Record<string, unknown>,
): JsonSchema {
  const { shared } = position;
  return mapSchemas(schema, ({ $id: _id, $schema: _dialect, $anchor: _anchor, ...rest }) => {
    const { $ref } = rest;
    if (typeof $ref !== 'string') return rest;
    const [id = '', fragment = ''] = $ref.split('#');
    if (id !== '') addShared(id, shared[id]);
    const [target, document] = id === '' ? [name, schema] : [id, shared[id]];
    return { ...rest, $ref: `#/$defs/${escapeName(target)}${pointerIn(document, fragment)}` };
  });

  /** The JSON pointer of a fragment, which may be the name of a subschema: its `$anchor`, or in draft-07 an `$id` such as `#item`. */
  function pointerIn(document: unknown, fragment: string): string {
    if (fragment === '' || fragment.startsWith('/')) return fragment;
    const named = schemasIn(document).find(
      ({ schema: { $id, $anchor } }) => $anchor === fragment || $id === `#${fragment}`,
    );
    if (named !== undefined) return pointerOf(named.path).split('/').map(encodeURIComponent).join('/');
    throw new StartupError(
      'TW_ROUTE_SCHEMA',
      `The schema of ${position.part} in ${position.source} refers to '#${fragment}', but no schema there has this name as its $id or $anchor.`,
    );
  }

  function addShared(id: string, sharedSchema: unknown): void {
    if (Object.hasOwn(definitions, id)) return;
    if (!isObject(sharedSchema)) {
      throw new StartupError(
        'TW_ROUTE_SCHEMA',
        `The schema of ${position.part} in ${position.source} refers to '${id}', which is not a schema of app.addSchema().`,
      );
    }
    // First a placeholder, because shared schemas may refer to each other.
    definitions[id] = {};
    definitions[id] = relocate(sharedSchema, id, position, definitions);
  }
}

function hasLocalReference(schema: JsonSchema): boolean {
  return someSchema(schema, ({ $ref }) => typeof $ref === 'string' && $ref.startsWith('#'));
}

/** A name in a JSON pointer in a URI fragment (RFC 6901, section 6). */
function escapeName(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** The name in a reference to a whole definition. */
export function definitionName($ref: string): string {
  return decodeURIComponent($ref.replace('#/$defs/', '')).replaceAll('~1', '/').replaceAll('~0', '~');
}
