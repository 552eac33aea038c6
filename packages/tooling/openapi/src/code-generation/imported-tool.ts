import type { JsonSchema, ToolAnnotations } from '@toolwire/core';
import { type JsonRecord, recordOf, withoutUndefined } from '../base/json.ts';
import { type Authentication, chooseSecurity, createAuthentication, withSources } from '../call/credentials.ts';
import { planPaging } from '../call/plan-paging.ts';
import { ownServerProblem, serverUrlOf } from '../call/server-url.ts';
import type { Operation, SecurityAlternative, UnsupportedOperation } from '../reader/operation.ts';
import { Unsupported } from '../reader/references.ts';
import { annotationsOf, isIdempotent } from '../tools/method-rules.ts';
import { descriptionOf, idempotencyHeaderOf, inputProblem, isHeader } from '../tools/tool-of-operation.ts';
import { inputSchemaOf, outputSchemaOf } from '../tools/tool-schemas.ts';

/** The tool of an operation, before it is written as source. */
export interface ImportedTool {
  readonly id: string;
  readonly operation: Operation;
  readonly description: string;
  readonly title: string | undefined;
  /** `undefined` where the tool has no parameters. */
  readonly input: JsonSchema | undefined;
  /** `undefined` where the document describes no JSON. */
  readonly output: JsonSchema | undefined;
  readonly annotations: ToolAnnotations;
  readonly uses: SecurityAlternative;
  readonly requirements: Authentication['requirements'];
  /** Whether the API honors the idempotency key, so that a repetition does nothing more. */
  readonly isRepeatable: boolean;
  /** The URL of the server that only this operation has. */
  readonly server: string | undefined;
}

/** The tool of an operation, or the reason why there can't be one; `baseUrl` is the URL of the API, if it has one. */
export function importedTool(
  operation: Operation,
  idOf: (name: string) => string,
  baseUrl: string | undefined,
): ImportedTool | UnsupportedOperation {
  const { id, method, path, tags } = operation;
  const refused = (reason: string) => ({ id, method, path, tags, reason });
  const uses = chooseSecurity(operation);
  if ('reason' in uses) return refused(uses.reason);
  const authentication = createAuthentication(withSources(uses));
  const header = idempotencyHeaderOf(operation, { idempotencyHeader: undefined });
  const parameters = operation.parameters.filter(
    (one) => !isHeader(one, header?.name) && !authentication.isCredential(one),
  );
  const input = inputSchemaOf(operation, parameters);
  const problem = inputProblem(input) ?? ownServerProblem(operation, baseUrl);
  if (problem !== undefined) return refused(problem);
  const { extension } = operation;
  // A mistake is found now, and not by each call of the written source.
  if (extension.paging !== undefined) planPaging(extension.paging, operation, true);
  return {
    id: idOf(extension.name ?? operation.name),
    operation: { ...operation, parameters },
    description: descriptionOf(operation),
    title: extension.title ?? operation.summary,
    input: Object.keys(recordOf(input.properties)).length === 0 ? undefined : input,
    output: outputOf(operation),
    annotations: { ...annotationsOf(operation.method), ...extension.annotations },
    uses,
    requirements: authentication.requirements,
    isRepeatable: !isIdempotent(operation.method) && header?.isHonored === true,
    server: operation.hasOwnServers && operation.servers.length > 0 ? serverUrlOf(operation, baseUrl) : undefined,
  };
}

/** The schema of the result. A tool without one can still be called. */
function outputOf(operation: Operation): JsonSchema | undefined {
  try {
    const schema = outputSchemaOf(operation);
    return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema;
  } catch (thrown) {
    if (!(thrown instanceof Unsupported)) throw thrown;
    return undefined;
  }
}

/** A tool as `GET /tools` would list it, to compare two imports. */
export function listedTool(tool: ImportedTool, version: string): JsonRecord {
  const { id, input = { type: 'object', additionalProperties: false }, output, description, operation } = tool;
  const { isDeprecated } = operation;
  return withoutUndefined({
    id: `${id}@${version}`,
    version,
    title: tool.title,
    description: isDeprecated ? `${description} [Deprecated]` : description,
    annotations: tool.annotations,
    input_schema: { parameters: isDeprecated ? { ...input, deprecated: true } : input },
    output_schema: output,
    requirements: tool.requirements,
    scopes: operation.extension.scopes,
  });
}
