import { defineTool, type JsonSchema, type ToolContext, type ToolDefinition } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { cutText, recordOf, withoutUndefined } from '@toolwire/internal';
import { compileOutput, type OutputCheck } from '@toolwire/validate';
import { ajv } from '@toolwire/validate/ajv';
import { callOperation, type OperationCall } from '../call/call-operation.ts';
import type { HttpClient } from '../call/http-client.ts';
import { type PagingPlan, planPaging } from '../call/paging.ts';
import { serverUrlOf } from '../call/server-url.ts';
import type { Operation, UnsupportedOperation } from '../reader/document-model.ts';
import { annotationsOf, isIdempotent } from './method-rules.ts';
import type { ToolSettings } from './options.ts';
import { type PreparedOperation, prepareOperation, unsupportedOperation } from './prepare-operation.ts';
import { acceptsAny, checkedResponseSchema, outputSchemaOf, responseSchemaOf, schemaProblem } from './tool-schemas.ts';

/** The parts that all tools of a document share. */
interface SharedParts {
  /** Returns the ID of a tool for the name of its operation. */
  readonly idOf: (name: string) => string;
  readonly client: HttpClient;
  readonly settings: ToolSettings;
}

/** Returns the tool of an operation, or the reason why it can't become one. */
export function toolOfOperation(source: Operation, shared: SharedParts): ToolDefinition | UnsupportedOperation {
  const { settings, idOf } = shared;
  const prepared = prepareOperation(source, settings);
  if ('reason' in prepared) return prepared;
  const problem = responseProblem(source, settings);
  if (problem !== undefined) return unsupportedOperation(source, problem);
  const { operation, input, authentication } = prepared;
  const { extension } = operation;
  const call = callOf(prepared, shared);
  return defineTool({
    id: idOf(extension.name ?? operation.name),
    version: extension.version ?? settings.version,
    description: descriptionOf(operation, pagesText(call.paging)),
    input,
    annotations: { ...annotationsOf(operation.method), ...extension.annotations },
    ...withoutUndefined({
      title: extension.title ?? operation.summary,
      output: hasOutput(operation, settings) ? outputSchemaOf(operation) : undefined,
      requirements: authentication.requirements,
      scopes: extension.scopes,
      deprecation: operation.isDeprecated ? {} : undefined,
    }),
    run: (validInput: unknown, context) => callOperation(call, recordOf(validInput), context),
  });
}

/** Whether the tool publishes an output schema: all responses match it, and are returned whole. */
function hasOutput({ id }: Operation, { responses, select }: ToolSettings): boolean {
  return responses === 'strict' && !Object.hasOwn(select, id);
}

function callOf(prepared: PreparedOperation, { client, settings }: SharedParts): OperationCall {
  const { operation, authentication, idempotencyHeader } = prepared;
  const { responses, select } = settings;
  return {
    operation,
    baseUrl: serverUrlOf(operation, settings.baseUrl),
    client,
    authentication,
    idempotencyHeader: idempotencyHeader?.name,
    isRepeatable: isIdempotent(operation.method) || idempotencyHeader?.isHonored === true,
    timeoutMs: settings.timeoutMs,
    maxResponseBytes: settings.maxResponseBytes,
    maxResultCharacters: settings.maxResultCharacters,
    // A cut result doesn't match the output schema.
    largeResults: hasOutput(operation, settings) ? 'error' : 'cut',
    select: Object.hasOwn(select, operation.id) ? select[operation.id] : undefined,
    paging: pagingOf(operation, settings),
    checkResponse: responses === 'off' ? undefined : createResponseCheck(operation, responses),
  };
}

function pagesText(paging: PagingPlan | undefined): string {
  return paging === undefined ? '' : ` One call reads up to ${paging.maxPages} pages.`;
}

function pagingOf(operation: Operation, { paging, responses }: ToolSettings): PagingPlan | undefined {
  const { id, extension } = operation;
  const declared = Object.hasOwn(paging, id) ? paging[id] : extension.paging;
  if (declared === undefined) return undefined;
  return planPaging(declared, operation, responses === 'strict');
}

// OpenAI accepts at most 1,024 characters.
const maxDescription = 1000;

/** Returns the description of a tool: the text of the document, cut so that `ending` fits. */
export function descriptionOf(operation: Operation, ending: string = ''): string {
  const { extension, description, summary, method, path } = operation;
  const text = (extension.description ?? description ?? summary ?? `${method.toUpperCase()} ${path}`).trim();
  return cutText(text, maxDescription - ending.length) + ending;
}

/** Returns why responses can't be checked, if they are checked. */
function responseProblem(operation: Operation, { responses }: ToolSettings): string | undefined {
  if (responses === 'off') return undefined;
  const compile = (schema: JsonSchema | undefined): void => {
    if (schema !== undefined) compileOutput(schema, { validator: acceptsAny });
  };
  return schemaProblem("Its responses can't be checked.", () => {
    for (const response of operation.responses) compile(checkedResponseSchema(response));
    if (responses === 'strict') compile(outputSchemaOf(operation));
  });
}

/** Checks responses against the document. A check is compiled when the first response with its status arrives. */
function createResponseCheck(
  operation: Operation,
  level: 'warn' | 'strict',
): (value: unknown, status: number, context: ToolContext) => Promise<void> {
  const validator = ajv();
  const checks = new Map<number, OutputCheck | undefined>();

  function checkFor(status: number): OutputCheck | undefined {
    if (!checks.has(status)) {
      const schema = responseSchemaOf(operation, status);
      checks.set(status, schema === undefined ? undefined : compileOutput(schema, { validator }).check);
    }
    return checks.get(status);
  }

  return async (value, status, context) => {
    const checked = await checkFor(status)?.(value);
    if (checked === undefined || checked.ok) return;
    if (level === 'strict') {
      throw new ToolError("The API returned a response that doesn't match its document.", {
        developerMessage: checked.detail,
      });
    }
    context.log.warn(
      { operation: operation.id, status, detail: checked.detail },
      'A response does not match the OpenAPI document',
    );
  };
}
