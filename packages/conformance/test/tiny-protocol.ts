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
): Promise<TinyAnswer> {
  if (!/^application\/(?:json|vnd\.otc\+json)\s*(?:;\s*(?:charset="?utf-8"?)?)?$/i.test(type ?? '')) {
    return refuse('Send application/json.');
  }
  const body = parse(bytes);
  const request = isObject(body) ? own(body, 'request') : undefined;
  if (!isObject(request)) return refuse('Send an object with a request.');
  const schema = schemaOf(body);
  if (schema === undefined) return refuse('This version is not supported.');
  const answer = await callTool(request, tools, around);
  return answer.status === 200 ? json(200, { $schema: schema, result: JSON.parse(answer.text) as unknown }) : answer;
}

async function callTool(
  request: object,
  tools: readonly ToolDefinition[],
  around: Partial<ToolContext>,
): Promise<TinyAnswer> {
  const { tool_id: toolId, call_id: callId, input = {}, context = {} } = { ...request } as Record<string, unknown>;
  if (callId !== undefined && callId !== null && typeof callId !== 'string') return refuse('The call id is no text.');
  const parsed = /^([A-Za-z0-9_]+\.[A-Za-z0-9_]+)(?:@([0-9]+)(\.[0-9]+\.[0-9]+)?)?$/.exec(
    String(own(request, 'tool_id')),
  );
  if (typeof toolId !== 'string' || parsed === null) return refuse('The tool id is not valid.');
  const [, id, major, rest = '.0.0'] = parsed;
  const tool = tools.find((one) => one.id === id && (major === undefined || one.version === `${major}${rest}`));
  if (tool === undefined) return refuse('The tool was not found.');
  const invalid = inputProblem(tool, input ?? {});
  if (invalid !== undefined) return invalid;
  if (!hasRequirements(tool, context ?? {})) return refuse('The tool needs more than its input.');
  return json(200, {
    call_id: callId || randomUUID(),
    duration: 0,
    ...(await run(tool, input ?? {}, around as ToolContext)),
  });
}

async function run(tool: ToolDefinition, input: unknown, context: ToolContext): Promise<object> {
  try {
    return { success: true, value: (await tool.run(input, context)) ?? null };
  } catch (error) {
    if (!isToolError(error)) return { success: false, error: { message: 'The tool failed.' } };
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

function inputProblem(tool: ToolDefinition, input: unknown): TinyAnswer | undefined {
  const validate = new Ajv({ allErrors: true, ownProperties: true }).compile(tool.input as object);
  if (validate(input)) return undefined;
  const errors = (validate.errors ?? []).map(({ instancePath, params, message }) => [
    instancePath.split('/')[1] ?? String(params['missingProperty']),
    (message ?? '').replace(/^must/, 'Must').replace(/be number/, 'be a number'),
  ]);
  return json(422, {
    $schema: 'otc://1.0',
    message: 'Some input parameters are invalid',
    parameter_errors: Object.fromEntries(errors) as object,
  });
}

function hasRequirements({ requirements = {} }: ToolDefinition, context: unknown): boolean {
  const { authorization, secrets, user_id: userId } = context as Record<string, unknown>;
  const lists = [authorization ?? [], secrets ?? []];
  if (!isObject(context) || !lists.every(Array.isArray)) return false;
  const has = (list: unknown, id: string, field: string): boolean =>
    ((list ?? []) as readonly Record<string, unknown>[]).some(
      (entry) => entry?.['id'] === id && typeof entry[field] === 'string' && entry[field] !== '',
    );
  return (
    (requirements.authorization ?? []).every(({ id }) => has(authorization, id, 'token')) &&
    (requirements.secrets ?? []).every(({ id }) => has(secrets, id, 'value')) &&
    (requirements.userId !== true || (typeof userId === 'string' && userId !== ''))
  );
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

function parse(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return (JSON.parse(text) as unknown) ?? 'null';
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
