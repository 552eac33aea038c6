import { checkNames, type NamesOf } from '@toolwire/internal';
import { resolveReference, subschemasOf } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { isSchemaError } from '../json-schema/schema-error.ts';
import { withDefinitions } from '../publish/definitions.ts';
import { rewriteDialect } from '../publish/dialect.ts';
import { type PortableOptions, portableInput } from './portable-input.ts';

/** The input of a tool, as a server publishes it. */
export interface ToolInput {
  /** Without references. */
  readonly inputSchema: JsonSchema;
  /** As its author wrote it. */
  readonly inputDocument?: JsonSchema | undefined;
}

const optionNames: NamesOf<PortableOptions> = { keep: true };

/** Makes the input of a tool portable, with references only where the schema is recursive. */
export function portableToolInput({ inputSchema, inputDocument }: ToolInput, options?: PortableOptions): JsonSchema {
  checkNames('portableToolInput()', options, optionNames);
  const recursive = inputDocument && recursiveForm(inputDocument);
  return portableInput(recursive ?? inputSchema, options);
}

/** A recursive document in the published dialect, with all references to definitions; `undefined` for any other document. */
function recursiveForm(document: JsonSchema): JsonSchema | undefined {
  try {
    const form = rewriteDialect(withDefinitions(document, true)) as JsonSchema;
    return isRecursive(form, form) ? form : undefined;
  } catch (thrown) {
    // A reference of a document that no server compiled may lead nowhere.
    if (!isSchemaError(thrown)) throw thrown;
    return undefined;
  }
}

/** Whether a schema refers to itself. */
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
  const { $ref, $defs: _defs, ...rest } = schema;
  const target = typeof $ref === 'string' ? resolveReference($ref, root) : undefined;
  const inside = [...around, schema];
  return [target, ...subschemasOf(rest).map(({ subschema }) => subschema)].some(
    (one) => isObject(one) && isRecursive(one, root, inside, read),
  );
}
