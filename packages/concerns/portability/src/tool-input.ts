import { isSchemaObject, type JsonSchema } from './json-schema.ts';
import { schemasIn } from './map-schema.ts';
import { portableInput } from './portable-input.ts';

/** The input of a tool, as a server publishes it. */
export interface ToolInput {
  /** Without references. */
  readonly inputSchema: JsonSchema;
  /** As its author wrote it. */
  readonly inputDocument?: JsonSchema | undefined;
}

/** Makes the input of a tool portable: with references only where it contains itself, since no other form says so. */
export function portableToolInput({ inputSchema, inputDocument }: ToolInput): JsonSchema {
  const containsItself = inputDocument !== undefined && isRecursive(inputDocument, inputDocument, []);
  return portableInput(containsItself ? inputDocument : inputSchema);
}

/** Whether a schema contains itself, by references that still name the same when it was made portable. */
function isRecursive(schema: JsonSchema, root: JsonSchema, around: readonly JsonSchema[]): boolean {
  if (around.includes(schema)) return true;
  const { $ref, $defs: _defs, definitions: _definitions, ...rest } = schema;
  const target = $ref === undefined ? undefined : targetOf($ref, root);
  const inside = [...around, schema];
  return [...(target === undefined ? [] : [target]), ...schemasIn(rest)].some((one) => isRecursive(one, root, inside));
}

/** The definition that a reference names; anything else may have moved. */
function targetOf($ref: unknown, root: JsonSchema): JsonSchema | undefined {
  if ($ref === '#') return root;
  const [, keyword, name] = typeof $ref === 'string' ? (/^#\/(\$defs|definitions)\/([^/~%]+)$/.exec($ref) ?? []) : [];
  const definitions = keyword === undefined ? undefined : root[keyword];
  const target = isSchemaObject(definitions) && name !== undefined ? definitions[name] : undefined;
  return isSchemaObject(target) ? target : undefined;
}
