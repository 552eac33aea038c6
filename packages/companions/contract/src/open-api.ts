import { checkNames, isObject, type NamesOf } from '@toolwire/internal';
import { type ListedTool, readListing } from './listing.ts';
import { type JsonSchema, referredTo } from './schema/json-schema.ts';

/** What a description says besides the tools. */
export interface OpenApiOptions {
  /** What the tools are together; `Tools` if left out. */
  readonly title?: string | undefined;
  /** The version of the description; 1.0.0 if left out. */
  readonly version?: string | undefined;
  /** Where the tools are mounted. */
  readonly url?: string | undefined;
}

const optionNames: NamesOf<OpenApiOptions> = { title: true, version: true, url: true };

/**
 * Describes the calls of a listing, the JSON of `GET /tools`, as OpenAPI 3.1: Open Tool Calling has one address for all
 * of them, so that each tool and version is a form of its request and of its answer, by `tool_id`.
 */
export function listingAsOpenApi(listing: unknown, options: OpenApiOptions = {}): object {
  checkNames('listingAsOpenApi()', options, optionNames);
  const tools = readListing(listing);
  const { title = 'Tools', version = '1.0.0', url } = options;
  const named = tools.map((tool) => ({ tool, toolId: `${tool.id}@${tool.version}`, name: componentName(tool) }));
  const schemas = named.flatMap(({ tool, toolId, name }): readonly (readonly [string, object])[] => [
    [`${name}.call`, callOf(tool, toolId)],
    [`${name}.answer`, answerOf(tool, toolId)],
  ]);
  const call = {
    operationId: 'callTool',
    summary: 'Calls a tool.',
    requestBody: { required: true, content: json(oneOf(named.map(({ name }) => `${name}.call`))) },
    responses: {
      200: {
        description: 'The tool ran: it returned, or it failed.',
        content: json(oneOf(named.map(({ name }) => `${name}.answer`))),
      },
      400: { description: 'There is no such tool or version, or the request is none.' },
      401: { description: 'The credentials are not accepted.' },
      422: { description: 'The input does not fit the tool.' },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title, version },
    ...(url !== undefined && { servers: [{ url }] }),
    paths: {
      '/tools': { get: { operationId: 'listTools', summary: 'Lists the tools.', responses: listed } },
      '/tools/call': { post: call },
    },
    components: { schemas: Object.fromEntries(schemas) },
  };
}

const listed = { 200: { description: 'The tools.', content: { 'application/json': { schema: { type: 'object' } } } } };

const json = (schema: object): object => ({ 'application/json': { schema } });

function oneOf(names: readonly string[]): object {
  return { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
}

// OpenAPI takes letters, digits, points, hyphens and underscores.
function componentName({ id, version }: ListedTool): string {
  return `${id}-${version}`.replaceAll(/[^\w.-]/g, '_');
}

function callOf({ description, input, isDeprecated }: ListedTool, toolId: string): object {
  const request = {
    type: 'object',
    properties: { call_id: { type: 'string' }, tool_id: { const: toolId }, input: inPlace(input) },
    required: ['tool_id', 'input'],
  };
  return {
    description,
    ...(isDeprecated && { deprecated: true }),
    type: 'object',
    properties: { $schema: { type: 'string' }, request },
    required: ['request'],
  };
}

function answerOf({ output }: ListedTool, toolId: string): object {
  const failure = {
    type: 'object',
    properties: {
      message: { type: 'string' },
      developer_message: { type: 'string' },
      can_retry: { type: 'boolean' },
      additional_prompt_content: { type: 'string' },
      retry_after_ms: { type: 'integer' },
    },
    required: ['message'],
  };
  const result = {
    type: 'object',
    properties: {
      call_id: { type: 'string' },
      success: { type: 'boolean' },
      value: inPlace(output),
      error: failure,
    },
    required: ['call_id', 'success'],
  };
  return { description: `What ${toolId} answers.`, type: 'object', properties: { result }, required: ['result'] };
}

/** A schema as a part of the description, where its references would look in the description: each is what it refers to, once. */
function inPlace(schema: JsonSchema): JsonSchema {
  return written(schema, schema, []) as JsonSchema;
}

function written(part: unknown, whole: JsonSchema, within: readonly string[]): unknown {
  if (Array.isArray(part)) return part.map((each) => written(each, whole, within));
  if (!isObject(part)) return part;
  const { $ref: reference, $defs: _defs, definitions: _definitions, ...rest } = part;
  if (typeof reference !== 'string') {
    return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, written(each, whole, within)]));
  }
  const found = referredTo(reference, whole);
  // What contains itself has no end, so that there anything goes.
  if (found === undefined || within.includes(reference)) return {};
  return written({ ...found.keywords, ...rest }, whole, [...within, reference]);
}
