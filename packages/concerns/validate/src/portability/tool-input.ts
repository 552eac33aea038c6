import { isSchema, resolveReference, schemasIn, subschemasOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { type PortableOptions, portableInput } from './portable-input.ts';

/** The input of a tool, as a server publishes it. */
export interface ToolInput {
  /** Without references. */
  readonly inputSchema: JsonSchema;
  /** As its author wrote it. */
  readonly inputDocument?: JsonSchema | undefined;
}

/** Makes the input of a tool portable, with references only where the schema is recursive. */
export function portableToolInput({ inputSchema, inputDocument }: ToolInput, options?: PortableOptions): JsonSchema {
  if (inputDocument !== undefined && isRecursive(inputDocument, inputDocument)) {
    const portable = portableInput(inputDocument, options);
    if (keepsReferences(portable)) return portable;
  }
  return portableInput(inputSchema, options);
}

/** Whether all references lead to schemas. Those to other parts than definitions may not. */
function keepsReferences(portable: JsonSchema): boolean {
  return schemasIn(portable).every(
    ({ schema: { $ref } }) => typeof $ref !== 'string' || isSchema(resolveReference($ref, portable)),
  );
}

/** Whether a schema is recursive through references that stay valid in the portable form. */
function isRecursive(
  schema: JsonSchema,
  root: JsonSchema,
  around: readonly JsonSchema[] = [],
  read: Set<JsonSchema> = new Set(),
): boolean {
  if (around.includes(schema)) return true;
  // Many references may lead to one schema, which is read once.
  if (read.has(schema)) return false;
  read.add(schema);
  const { $ref, $defs: _defs, definitions: _definitions, ...rest } = schema;
  const target = typeof $ref === 'string' && staysValid.test($ref) ? resolveReference($ref, root) : undefined;
  const inside = [...around, schema];
  return [target, ...subschemasOf(rest).map(({ subschema }) => subschema)].some(
    (one) => isObject(one) && isRecursive(one, root, inside, read),
  );
}

/** Whether a reference leads to the root or to a definition. Other targets may move. */
const staysValid = /^#(?:\/(?:\$defs|definitions)\/[^/~%]+)?$/;
