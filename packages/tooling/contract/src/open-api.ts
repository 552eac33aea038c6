import { checkNames, isObject, type NamesOf } from '@toolwire/internal';
import { isTooLargeSchema, type JsonSchema, mapSubschemas, referredTo } from '@toolwire/internal/json-schema';
import { type ListedTool, readListing } from './listing.ts';

/** Options of `listingAsOpenApi`. */
export interface OpenApiOptions {
  /** The title of the document. Default: `Tools`. */
  readonly title?: string | undefined;
  /** The version of the document. Default: 1.0.0. */
  readonly version?: string | undefined;
  /** The URL under which the tools are mounted. */
  readonly url?: string | undefined;
}

const optionNames: NamesOf<OpenApiOptions> = { title: true, version: true, url: true };

/**
 * Returns an OpenAPI 3.1 document for the calls of a listing, the JSON of `GET /tools`. Open Tool Calling has one URL for all calls,
 * so each tool and version is an alternative of the request and the response, by `tool_id`.
 */
export function listingAsOpenApi(listing: unknown, options: OpenApiOptions = {}): object {
  checkNames('listingAsOpenApi()', options, optionNames);
  const tools = readListing(listing);
  const { title = 'Tools', version = '1.0.0', url } = options;
  const namedTools = tools.map((tool) => ({ tool, toolId: `${tool.id}@${tool.version}`, name: componentName(tool) }));
  const schemas = namedTools.flatMap(({ tool, toolId, name }): readonly (readonly [string, object])[] => [
    [`${name}.call`, callOf(tool, toolId)],
    [`${name}.answer`, responseOf(tool, toolId)],
  ]);
  const call = {
    operationId: 'callTool',
    summary: 'Calls a tool.',
    requestBody: { required: true, content: json(oneOf(namedTools.map(({ name }) => `${name}.call`))) },
    responses: {
      200: {
        description: 'The tool returned or failed.',
        content: json(oneOf(namedTools.map(({ name }) => `${name}.answer`))),
      },
      400: { description: 'The tool or version does not exist, or the request is invalid.' },
      401: { description: 'The credentials are not accepted.' },
      422: { description: 'The input is invalid.' },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title, version },
    ...(url !== undefined && { servers: [{ url }] }),
    paths: {
      '/tools': { get: { operationId: 'listTools', summary: 'Lists the tools.', responses: listResponses } },
      '/tools/call': { post: call },
    },
    components: { schemas: Object.fromEntries(schemas) },
  };
}

const listResponses = {
  200: { description: 'The tools.', content: { 'application/json': { schema: { type: 'object' } } } },
};

const json = (schema: object): object => ({ 'application/json': { schema } });

function oneOf(names: readonly string[]): object {
  return { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
}

// OpenAPI accepts letters, digits, points, hyphens and underscores.
function componentName({ id, version }: ListedTool): string {
  return `${id}-${version}`.replaceAll(/[^\w.-]/g, '_');
}

function callOf({ description, input, isDeprecated }: ListedTool, toolId: string): object {
  const request = {
    type: 'object',
    properties: { call_id: { type: 'string' }, tool_id: { const: toolId }, input: inlineReferences(input) },
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

function responseOf({ output }: ListedTool, toolId: string): object {
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
      value: inlineReferences(output),
      error: failure,
    },
    required: ['call_id', 'success'],
  };
  return { description: `The response of ${toolId}.`, type: 'object', properties: { result }, required: ['result'] };
}

/** Replaces references by their targets, because they would resolve within the OpenAPI document. A schema that would be too large stays open. */
function inlineReferences(schema: JsonSchema): JsonSchema {
  if (isTooLargeSchema(schema)) return {};
  return inlined(schema, schema, []) as JsonSchema;
}

function inlined(part: unknown, root: JsonSchema, ancestors: readonly unknown[]): unknown {
  if (!isObject(part)) return part;
  const { $ref: reference, $defs: _defs, definitions: _definitions, ...rest } = part;
  if (typeof reference !== 'string') {
    return mapSubschemas(rest, (subschema) => inlined(subschema, root, ancestors), 'enter');
  }
  const target = referredTo(reference, root);
  // A recursive schema accepts any value at the recursion. Compared by target, because several references can have the same one.
  if (target === undefined || ancestors.includes(target.keywords)) return {};
  return inlined({ ...target.keywords, ...rest }, root, [...ancestors, target.keywords]);
}
