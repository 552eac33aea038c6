import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { isSchemaError } from '../json-schema/schema-error.ts';
import { withDefinitions } from '../publish/definitions.ts';
import { rewriteDialect } from '../publish/dialect.ts';
import { inlineReferences } from '../publish/inline-references.ts';
import { withoutAllOf } from './all-of.ts';
import { foldRoot } from './fold-root.ts';
import { hasPropertyRule } from './object-shape.ts';
import {
  mapSchema,
  withEnums,
  withoutOneOf,
  withoutTuples,
  withoutTypeLists,
  withPlainProperties,
} from './rewrite-keywords.ts';
import { withoutUnionSiblings } from './union-siblings.ts';

/** Keywords that some readers support below the root, so that they need not be replaced there. */
type KeptKeywords = readonly ('oneOf' | 'prefixItems')[];

/**
 * Rewrites the schema of a tool's input so that every model API accepts it. Each valid input with only named properties
 * matches the result too (ARC-36). Models see the result, and inputs are still checked with the original schema.
 */
export function portableInput(schema: JsonSchema, keep: KeptKeywords = []): JsonSchema {
  const rewriteChoice = keep.includes('oneOf') ? (choice: JsonSchema): JsonSchema => choice : withoutOneOf;
  const rewrite = (subschema: JsonSchema): JsonSchema => {
    const plain = withEnums(withoutTuples(rewriteChoice(subschema), keep.includes('prefixItems')));
    return withPlainProperties(withoutUnionSiblings(withoutAllOf(withoutTypeLists(plain))));
  };
  return closedWhenEmpty(mapSchema(foldRoot(mapSchema(schema, rewriteChoice)), rewrite));
}

/** Closes an object without parameters, which strict models require (ARC-36). */
function closedWhenEmpty(schema: JsonSchema): JsonSchema {
  const { properties, type } = schema;
  if (type !== 'object' || (isObject(properties) && Object.keys(properties).length > 0)) return schema;
  if (hasPropertyRule(schema)) return { properties: {}, ...schema };
  return { ...schema, properties: {}, additionalProperties: false };
}

/** The input of a tool, as a server publishes it. */
export interface ToolInput {
  /** Without references. */
  readonly inputSchema: JsonSchema;
  /** As its author wrote it. */
  readonly inputDocument?: JsonSchema | undefined;
}

/** Makes the input of a tool portable, with references only where the schema is recursive. */
export function portableToolInput({ inputSchema, inputDocument }: ToolInput, keep?: KeptKeywords): JsonSchema {
  const recursive = inputDocument && recursiveForm(inputDocument);
  return portableInput(recursive ?? inputSchema, keep);
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
