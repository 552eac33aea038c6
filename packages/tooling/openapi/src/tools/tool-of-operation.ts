import { defineTool, type JsonSchema, type ToolDefinition } from '@toolwire/core';
import { cutText } from '@toolwire/internal';
import { compileInput, compileOutput, isSchemaError, type JsonSchemaValidator } from '@toolwire/validate';
import { recordOf, withoutUndefined } from '../base/json.ts';
import { callOperation, type OperationCall } from '../call/call-operation.ts';
import { type Authentication, authenticationOf } from '../call/credentials.ts';
import type { HttpClient } from '../call/http-client.ts';
import { type PagingPlan, planPaging } from '../call/plan-paging.ts';
import { ownServerProblem, serverUrlOf } from '../call/server-url.ts';
import type { Operation } from '../reader/operation.ts';
import { Unsupported } from '../reader/references.ts';
import { annotationsOf, isIdempotent, isReading } from './method-rules.ts';
import type { ReadOptions } from './options.ts';
import { createResponseCheck } from './response-check.ts';
import { checkedResponseSchema, inputSchemaOf, outputSchemaOf } from './tool-schemas.ts';

/** What the tools of a document share. */
export interface ToolSettings {
  /** Makes a tool's ID from the name of its operation. */
  readonly idOf: (name: string) => string;
  readonly client: HttpClient;
  readonly settings: ReadOptions;
}

/** The tool of an operation, or the reason why there can't be one. */
export function toolOf(operation: Operation, shared: ToolSettings): ToolDefinition | { readonly reason: string } {
  const { settings } = shared;
  const authentication = authenticationOf(operation, settings.auth);
  if ('reason' in authentication) return authentication;
  const header = idempotencyHeaderOf(operation, settings);
  // The key of the call and the caller's credentials are sent in place of these parameters.
  const parameters = operation.parameters.filter(
    (one) => !isHeader(one, header?.name) && !authentication.isCredential(one),
  );
  const input = inputSchemaOf(operation, parameters);
  const reason =
    inputProblem(input) ?? responseProblem(operation, settings) ?? ownServerProblem(operation, settings.baseUrl);
  if (reason !== undefined) return { reason };
  const call = callOf({ ...operation, parameters }, authentication, header, shared);
  const { extension } = operation;
  const output = hasOutput(operation, settings) ? outputSchemaOf(operation) : undefined;
  return defineTool({
    id: shared.idOf(extension.name ?? operation.name),
    version: extension.version ?? settings.version,
    description: descriptionOf(operation, pagesText(call.paging)),
    input,
    annotations: { ...annotationsOf(operation.method), ...extension.annotations },
    ...withoutUndefined({
      title: extension.title ?? operation.summary,
      output,
      requirements: authentication.requirements,
      scopes: extension.scopes,
      deprecation: operation.isDeprecated ? {} : undefined,
    }),
    run: (given: unknown, context) => callOperation(call, recordOf(given), context),
  });
}

/** Whether the tool publishes an output schema: all responses match it, and are returned whole. */
function hasOutput({ id }: Operation, { responses, select }: ReadOptions): boolean {
  return responses === 'strict' && !Object.hasOwn(select, id);
}

interface IdempotencyHeader {
  readonly name: string;
  /** Whether the API is known to honor it: the document declares it, or the options set it. */
  readonly isHonored: boolean;
}

/** The header that carries the idempotency key of a write. */
export function idempotencyHeaderOf(
  operation: Operation,
  { idempotencyHeader }: Pick<ReadOptions, 'idempotencyHeader'>,
): IdempotencyHeader | undefined {
  if (idempotencyHeader === false || isReading(operation.method)) return undefined;
  const name = idempotencyHeader ?? 'Idempotency-Key';
  const isDeclared = operation.parameters.some((one) => isHeader(one, name));
  return { name, isHonored: idempotencyHeader !== undefined || isDeclared };
}

export function isHeader(parameter: Operation['parameters'][number], name: string | undefined): boolean {
  return parameter.in === 'header' && parameter.name.toLowerCase() === name?.toLowerCase();
}

function callOf(
  operation: Operation,
  authentication: Authentication,
  header: IdempotencyHeader | undefined,
  { client, settings }: ToolSettings,
): OperationCall {
  const { responses, largeResults } = settings;
  return {
    operation,
    baseUrl: serverUrlOf(operation, settings.baseUrl),
    client,
    authentication,
    idempotencyHeader: header?.name,
    isRepeatable: isIdempotent(operation.method) || header?.isHonored === true,
    timeoutMs: settings.timeoutMs,
    maxResponseBytes: settings.maxResponseBytes,
    maxResultCharacters: settings.maxResultCharacters,
    // A cut result doesn't match the output schema.
    largeResults: largeResults === 'cut' && hasOutput(operation, settings) ? 'error' : largeResults,
    select: Object.hasOwn(settings.select, operation.id) ? settings.select[operation.id] : undefined,
    paging: pagingOf(operation, settings),
    checkResponse: responses === 'off' ? undefined : createResponseCheck(operation, responses),
  };
}

function pagesText(paging: PagingPlan | undefined): string {
  return paging === undefined ? '' : ` One call reads up to ${paging.maxPages} pages.`;
}

function pagingOf(operation: Operation, { paging, responses, largeResults }: ReadOptions): PagingPlan | undefined {
  const { id, extension } = operation;
  const given = Object.hasOwn(paging, id) ? paging[id] : extension.paging;
  if (given === undefined) return undefined;
  return planPaging(given, operation, responses === 'strict' || largeResults === 'error');
}

// OpenAI takes no more than 1,024 characters.
const maxDescription = 1000;

/** The description of a tool: the text of the document, truncated before the end that is given. */
export function descriptionOf({ extension, description, summary, method, path }: Operation, end: string = ''): string {
  const text = (extension.description ?? description ?? summary ?? `${method.toUpperCase()} ${path}`).trim();
  return cutText(text, maxDescription - end.length) + end;
}

/** Why an input can't be published: too large, or with a keyword that means nothing. A server would refuse to start. */
export function inputProblem(input: JsonSchema): string | undefined {
  return schemaProblem("Its input can't be published.", () => compileInput(input, { validator: acceptsAny }));
}

/** Why responses can't be checked, where they are to be. */
function responseProblem(operation: Operation, { responses }: ReadOptions): string | undefined {
  if (responses === 'off') return undefined;
  const compile = (schema: JsonSchema | undefined) =>
    schema === undefined ? undefined : compileOutput(schema, { validator: acceptsAny });
  return schemaProblem("Its responses can't be checked.", () => {
    for (const response of operation.responses) compile(checkedResponseSchema(response));
    if (responses === 'strict') compile(outputSchemaOf(operation));
  });
}

function schemaProblem(about: string, compile: () => unknown): string | undefined {
  try {
    compile();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Unsupported) return thrown.message;
    if (isSchemaError(thrown)) return `${about} ${thrown.message}`;
    throw thrown;
  }
}

/** For schemas that are only published. The server compiles the checks. */
export const acceptsAny: JsonSchemaValidator = { compile: () => () => ({ ok: true }) };
