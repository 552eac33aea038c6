import { randomUUID } from 'node:crypto';
import type { ToolContext, ToolDefinition } from '@toolwire/core';
import { isToolError } from '@toolwire/errors';
import { Ajv } from 'ajv';

/** An answer before it is sent. */
export interface TinyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The entries of a call's context under one member. */
type Entries = readonly Readonly<Record<string, unknown>>[];

/** The steps of a call, each of which a test may spoil. */
export interface ProtocolSteps {
  readonly isJson: (type: string) => boolean;
  readonly parse: (text: string) => unknown;
  readonly find: (
    tools: readonly ToolDefinition[],
    id: string,
    version: string | undefined,
  ) => ToolDefinition | undefined;
  /** How a tool's schema is applied. */
  readonly checks: object;
  /** Which of a call's tokens or secrets a tool gets; `declared` are the ids it asks for. */
  readonly handOver: (entries: Entries, id: string, declared: readonly string[]) => Entries[number] | undefined;
  /** The response to a call with missing requirements. */
  readonly lacking: (missing: object, context: unknown) => TinyAnswer;
  /** Whether an entry of the context is what a tool requires. */
  readonly isGiven: (value: unknown) => boolean;
  /** The outcome of a tool that threw no ToolError. */
  readonly failed: (thrown: unknown) => object;
}

/** What a right server does. */
export const rightProtocol: ProtocolSteps = {
  isJson: (type) =>
    /^application\/(?:json|vnd\.otc\+json)\s*(?:;\s*(?:charset="?utf-8"?)?)?(?:;\s*version=\w+)?$/i.test(type),
  parse: (text) => JSON.parse(text) as unknown,
  find: (tools, id, version) =>
    tools.find((one) => one.id === id && (version === undefined || one.version === version)),
  checks: {},
  handOver: (entries, id, declared) =>
    declared.includes(id) ? entries.find((entry) => entry['id'] === id) : undefined,
  lacking: (missing) =>
    json(400, { $schema: 'otc://1.0', message: 'The tool needs more than its input.', missing_requirements: missing }),
  isGiven: (value) => typeof value === 'string' && value !== '',
  failed: () => ({ message: 'The tool failed.' }),
};

/** A JSON answer. */
export function json(status: number, body: unknown): TinyAnswer {
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
}

/** A server error. */
export function refuse(message: string, developerMessage?: string): TinyAnswer {
  return json(400, { $schema: 'otc://1.0', message, developer_message: developerMessage });
}

/** Answers GET /tools. */
export function answerList(bytes: Buffer, schemaInQuery: string | null, tools: readonly ToolDefinition[]): TinyAnswer {
  const body = bytes.length === 0 ? { $schema: schemaInQuery } : parse(bytes);
  if (body === undefined) return refuse('The body is not JSON.');
  const schema = schemaOf(body);
  if (schema === undefined) return refuse('This version is not supported.');
  return json(200, { $schema: schema, tools: tools.map(definitionOf) });
}

/** Answers POST /tools/call; `around` is what a host knows of the caller. */
export async function answerCall(
  type: string | undefined,
  bytes: Buffer,
  tools: readonly ToolDefinition[],
  around: Partial<ToolContext> = {},
  brokenSteps: Partial<ProtocolSteps> = {},
): Promise<TinyAnswer> {
  const steps = { ...rightProtocol, ...brokenSteps };
  if (!steps.isJson(type ?? '')) return refuse('Send application/json.');
  const body = parse(bytes, steps.parse);
  const request = isObject(body) ? own(body, 'request') : undefined;
  if (!isObject(request)) return refuse('Send an object with a request.');
  const schema = schemaOf(body);
  if (schema === undefined) return refuse('This version is not supported.');
  const response = await callTool(request, tools, around, steps);
  return response.status === 200
    ? json(200, { $schema: schema, result: JSON.parse(response.text) as unknown })
    : response;
}

async function callTool(
  request: object,
  tools: readonly ToolDefinition[],
  around: Partial<ToolContext>,
  steps: ProtocolSteps,
): Promise<TinyAnswer> {
  const { tool_id: toolId, call_id: callId, input = {}, context = {} } = { ...request } as Record<string, unknown>;
  if (callId !== undefined && callId !== null && typeof callId !== 'string') return refuse('The call id is no text.');
  const parsed = /^([A-Za-z0-9_]+\.[A-Za-z0-9_]+)(?:@([0-9]+)(\.[0-9]+\.[0-9]+)?)?$/.exec(
    String(own(request, 'tool_id')),
  );
  if (typeof toolId !== 'string' || parsed === null) return refuse('The tool id is not valid.');
  const [, id = '', major, rest = '.0.0'] = parsed;
  const tool = steps.find(tools, id, major && `${major}${rest}`);
  if (tool === undefined) return refuse('The tool was not found.');
  const invalid = inputProblem(tool, input ?? {}, steps.checks);
  if (invalid !== undefined) return invalid;
  const missing = missingOf(tool, context ?? {}, steps);
  if (missing === 'malformed') return refuse('The context is not valid.');
  if (missing !== undefined) return steps.lacking(missing, context);
  const given = contextOf(tool, context ?? {}, steps);
  return json(200, {
    call_id: callId || randomUUID(),
    duration: 0,
    ...(await run(tool, input ?? {}, { ...around, ...given } as ToolContext, steps)),
  });
}

async function run(
  tool: ToolDefinition,
  input: unknown,
  context: ToolContext,
  { failed }: ProtocolSteps,
): Promise<object> {
  try {
    return { success: true, value: (await tool.run(input, context)) ?? null };
  } catch (error) {
    if (!isToolError(error)) return { success: false, error: failed(error) };
    const { message, developerMessage, canRetry, additionalPromptContent, retryAfterMs } = error;
    return {
      success: false,
      error: {
        message,
        developer_message: developerMessage,
        can_retry: canRetry,
        additional_prompt_content: additionalPromptContent,
        retry_after_ms: retryAfterMs,
      },
    };
  }
}

function inputProblem(tool: ToolDefinition, input: unknown, checks: object): TinyAnswer | undefined {
  const validate = new Ajv({ allErrors: true, ownProperties: true, allowUnionTypes: true, ...checks }).compile(
    tool.input as object,
  );
  if (validate(input)) return undefined;
  const errors = (validate.errors ?? []).map(({ instancePath, params, message }) => [
    instancePath.split('/')[1] ?? String(params['missingProperty'] ?? params['additionalProperty']),
    message ?? '',
  ]);
  return json(422, {
    $schema: 'otc://1.0',
    message: 'Some input parameters are invalid',
    parameter_errors: Object.fromEntries(errors) as object,
  });
}

function missingOf(
  { requirements = {} }: ToolDefinition,
  context: unknown,
  steps: ProtocolSteps,
): object | 'malformed' | undefined {
  const { authorization, secrets, user_id: userId } = context as Record<string, unknown>;
  const lists = [authorization ?? [], secrets ?? []];
  if (!isObject(context) || !lists.every(Array.isArray)) return 'malformed';
  const lacks = (
    required: readonly { readonly id: string }[] = [],
    list: unknown,
    field: string,
  ): readonly { readonly id: string }[] =>
    required.filter(({ id }) => !entriesOf(list).some((entry) => entry?.['id'] === id && steps.isGiven(entry[field])));
  const missing = [
    lacks(requirements.authorization, authorization, 'token').map(({ id }) => ({ id })),
    lacks(requirements.secrets, secrets, 'value').map(({ id }) => ({ id })),
  ];
  const lacksUser = requirements.userId === true && !steps.isGiven(userId);
  if (missing.flat().length === 0 && !lacksUser) return undefined;
  const [first, second] = missing.map((list) => (list.length > 0 ? list : undefined));
  return { authorization: first, secrets: second, user_id: lacksUser || undefined };
}

function contextOf({ requirements = {} }: ToolDefinition, context: object, steps: ProtocolSteps): Partial<ToolContext> {
  const { authorization, secrets, user_id: userId } = context as Record<string, unknown>;
  const tokens = (requirements.authorization ?? []).map(({ id }) => id);
  const values = (requirements.secrets ?? []).map(({ id }) => id);
  return {
    token: (id) => steps.handOver(entriesOf(authorization), id, tokens)?.['token'] as string | undefined,
    secret: (id) => steps.handOver(entriesOf(secrets), id, values)?.['value'] as string | undefined,
    userId: requirements.userId === true ? (userId as string) : undefined,
  };
}

function entriesOf(list: unknown): Entries {
  return (list ?? []) as Entries;
}

function definitionOf(tool: ToolDefinition): object {
  const { authorization, secrets, userId } = tool.requirements ?? {};
  return {
    id: `${tool.id}@${tool.version}`,
    name: tool.id.replace('.', '_'),
    description: tool.description,
    version: tool.version,
    input_schema: { parameters: tool.input },
    output_schema: tool.output,
    requirements: tool.requirements && { authorization, secrets, user_id: userId },
  };
}

function parse(bytes: Buffer, parseText = rightProtocol.parse): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return parseText(text) ?? 'null';
  } catch {
    return undefined;
  }
}

function schemaOf(body: unknown): string | undefined {
  const { $schema: schema } = body as { readonly $schema?: unknown };
  return schema === undefined || schema === null || schema === 'otc://1.0' ? 'otc://1.0' : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}
