import type { JsonSchema, ToolAnnotations } from '@toolwire/core';
import { recordOf } from '@toolwire/internal';
import type { Authentication } from '../call/credentials.ts';
import { checkPaging } from '../call/paging.ts';
import { serverUrlOf } from '../call/server-url.ts';
import type { Operation, SecurityAlternative, UnsupportedOperation } from '../reader/document-model.ts';
import { ifSupported } from '../reader/references.ts';
import { annotationsOf, isIdempotent } from '../tools/method-rules.ts';
import { prepareOperation } from '../tools/prepare-operation.ts';
import { descriptionOf } from '../tools/tool-of-operation.ts';
import { outputSchemaOf } from '../tools/tool-schemas.ts';

/** The tool of an operation, before it is written as source. */
export interface ImportedTool {
  readonly id: string;
  readonly operation: Operation;
  readonly description: string;
  readonly title: string | undefined;
  /** `undefined` if the tool has no parameters. */
  readonly input: JsonSchema | undefined;
  /** `undefined` if the document describes no JSON. */
  readonly output: JsonSchema | undefined;
  readonly annotations: ToolAnnotations;
  readonly security: SecurityAlternative;
  readonly requirements: Authentication['requirements'];
  /** Whether the written request sets `isRepeatable`: its method is not idempotent, but the API honors the idempotency key. */
  readonly needsRepeatableFlag: boolean;
  /** The URL of the operation's own server. */
  readonly server: string | undefined;
}

/**
 * Returns the tool of an operation, or the reason why it can't become one. `baseUrl` is the URL of the API, if it is known. Throws a
 * `StartupError` if the paging of the operation is invalid.
 */
export function importedTool(
  source: Operation,
  idOf: (name: string) => string,
  baseUrl: string | undefined,
): ImportedTool | UnsupportedOperation {
  const prepared = prepareOperation(source, { baseUrl });
  if ('reason' in prepared) return prepared;
  const { operation, input, security, authentication, idempotencyHeader } = prepared;
  const { extension, hasOwnServers } = operation;
  // Checked now, so that not every call of the written source fails.
  if (extension.paging !== undefined) checkPaging(extension.paging, operation);
  return {
    id: idOf(extension.name ?? operation.name),
    operation,
    description: descriptionOf(operation),
    title: extension.title ?? operation.summary,
    input: Object.keys(recordOf(input.properties)).length === 0 ? undefined : input,
    output: outputOf(operation),
    annotations: { ...annotationsOf(operation.method), ...extension.annotations },
    security,
    requirements: authentication.requirements,
    needsRepeatableFlag: !isIdempotent(operation.method) && idempotencyHeader?.isHonored === true,
    server: hasOwnServers ? serverUrlOf(operation, baseUrl) : undefined,
  };
}

/** Returns the schema of the result. A tool without one can still be called. */
function outputOf(operation: Operation): JsonSchema | undefined {
  const schema = ifSupported(() => outputSchemaOf(operation));
  return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema;
}
