import { checkNames, type NamesOf } from '@toolwire/internal';
import type { JsonSchema } from '../json-schema/json.ts';
import { isSchemaError } from '../json-schema/schema-error.ts';
import { withDefinitions } from '../publish/definitions.ts';
import { rewriteDialect } from '../publish/dialect.ts';
import { inlineReferences } from '../publish/inline-references.ts';
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

/** A recursive document in the published dialect, whose references all lead to `$defs`; `undefined` for any other document. */
function recursiveForm(document: JsonSchema): JsonSchema | undefined {
  try {
    return inlineReferences(document).isRecursive
      ? (rewriteDialect(withDefinitions(document, { keepsNames: true })) as JsonSchema)
      : undefined;
  } catch (thrown) {
    // A reference of a document that no server compiled may lead nowhere.
    if (!isSchemaError(thrown)) throw thrown;
    return undefined;
  }
}
