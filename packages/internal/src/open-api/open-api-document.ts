import { isObject } from '../values/json-values.ts';
import { componentsOf, hasPlainReferences, plainName, referenceTo } from './open-api-components.ts';

/** A tool for an OpenAPI document. */
export interface OpenApiTool {
  /** `Toolkit.Tool`, without the version. */
  readonly id: string;
  readonly version: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly annotations?: unknown;
  readonly input: unknown;
  /** The input as its author wrote it, with references. */
  readonly inputDocument?: unknown;
  readonly output: unknown;
  readonly isDeprecated: boolean;
  /** Whether callers need no credentials. */
  readonly anonymous?: boolean | undefined;
}

/** The general fields of an OpenAPI document. */
export interface OpenApiInfo {
  /** Default: `Tools`. */
  readonly title?: string | undefined;
  /** Default: 1.0.0. */
  readonly version?: string | undefined;
  /** The URL of the server. */
  readonly url?: string | undefined;
  /** Alternative security requirements; one of them is sufficient. Security schemes of OpenAPI by their names. */
  readonly securitySchemes?: Readonly<Record<string, object>> | undefined;
}

/** The other statuses of refused calls, with their meaning. */
export type Refusals = Readonly<Record<number, string>>;

/**
 * Describes the calls of Open Tool Calling as OpenAPI 3.1. The protocol has one URL for all calls, and OpenAPI one operation for each
 * path. So the path of each tool ends with a fragment, which HTTP clients don't send.
 */
export function createOpenApiDocument(
  tools: readonly OpenApiTool[],
  info: OpenApiInfo = {},
  refusals: Refusals = {},
): object {
  const { title = 'Tools', version = '1.0.0', url, securitySchemes = {} } = info;
  const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
  const named = tools.map((tool) => ({ tool, name: componentName(tool) }));
  return {
    openapi: '3.1.0',
    info: { title, version },
    ...(url !== undefined && { servers: [{ url }] }),
    ...(security.length > 0 && { security }),
    paths: {
      '/tools': { get: listOperation },
      ...Object.fromEntries(
        named.map(({ tool, name }) => {
          // An empty alternative means that credentials are optional.
          const optional = tool.anonymous === true && security.length > 0 ? { security: [...security, {}] } : {};
          return [`/tools/call#${name}`, { post: { ...callOperation(tool, name, refusals), ...optional } }];
        }),
      ),
    },
    components: {
      ...(security.length > 0 && { securitySchemes }),
      schemas: Object.fromEntries(
        named.flatMap(({ tool, name }) => [
          ...componentsOf(inputOf(tool), `${name}.input`),
          ...componentsOf(tool.output, `${name}.output`),
        ]),
      ),
    },
  };
}

const protocolVersionSchema = { type: 'string', description: 'The version of the protocol, such as otc://1.0.' };

const listOperation = {
  operationId: 'listTools',
  summary: 'List the tools',
  'x-toolwire': { hide: true },
  responses: { 200: { description: 'The tools.', content: json({ type: 'object' }) } },
};

/** Clients of OpenAPI follow references, so a recursive schema needs no unrolling. */
function inputOf({ input, inputDocument }: OpenApiTool): unknown {
  return inputDocument !== undefined && hasPlainReferences(inputDocument) ? inputDocument : input;
}

function componentName({ id, version }: OpenApiTool): string {
  return plainName(`${id}-${version}`);
}

function callOperation(tool: OpenApiTool, name: string, refusals: Refusals): object {
  const { id, version, title, description, annotations, isDeprecated } = tool;
  return {
    operationId: name,
    ...(title !== undefined && title !== '' && { summary: title }),
    description,
    tags: [id.slice(0, Math.max(id.indexOf('.'), 0)) || 'Tools'],
    ...(isDeprecated && { deprecated: true }),
    'x-toolwire': { name: id.slice(id.indexOf('.') + 1), version, ...(isObject(annotations) && { annotations }) },
    requestBody: { required: true, content: json(callSchema(`${id}@${version}`, name)) },
    responses: {
      200: { description: 'The tool returned or failed.', content: json(responseSchema(name)) },
      400: { description: 'The call is refused, for example because the tool or version does not exist.' },
      422: { description: 'The input is invalid.' },
      ...Object.fromEntries(Object.entries(refusals).map(([status, meaning]) => [status, { description: meaning }])),
    },
  };
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}

function callSchema(toolId: string, name: string): object {
  const request = {
    type: 'object',
    properties: {
      call_id: { type: 'string', description: 'A repeated call with the same ID runs once.' },
      tool_id: { const: toolId },
      input: { $ref: referenceTo(`${name}.input`) },
    },
    required: ['tool_id', 'input'],
  };
  // API clients such as Scalar send the default of a field, or else an empty text.
  const schema = { ...protocolVersionSchema, default: 'otc://1.0' };
  return { type: 'object', properties: { $schema: schema, request }, required: ['request'] };
}

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

function responseSchema(name: string): object {
  const result = {
    type: 'object',
    properties: {
      call_id: { type: 'string' },
      success: { type: 'boolean' },
      value: { $ref: referenceTo(`${name}.output`) },
      error: failure,
    },
    required: ['call_id', 'success'],
  };
  return { type: 'object', properties: { $schema: protocolVersionSchema, result }, required: ['result'] };
}
