import { type CallResult, createClient, type ListedTool } from '@toolwire/client';
import { isObject, listOf, parseJson, recordOf } from '@toolwire/internal';
import { createRedactor, sensitiveValues } from '@toolwire/log';
import { failure } from '../cli-error.ts';
import { findTool } from '../find-tool.ts';
import { safeLine } from '../terminal/terminal-text.ts';

export interface RecordedCall {
  readonly v: 1;
  readonly toolId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly outcome: ReturnType<typeof outcomeOf>;
  readonly durationMs: number;
}

/** Returns the part of a result that should be the same for the same input. */
export function outcomeOf(result: CallResult) {
  const { kind } = result;
  switch (kind) {
    case 'value':
      return { kind, value: result.value };
    case 'failed':
      return { kind, message: result.failure.message, canRetry: result.failure.canRetry };
    case 'invalid':
      return { kind, message: result.message, parameterErrors: { ...result.parameterErrors } };
    case 'refused':
      return { kind, code: result.code, message: result.message };
  }
}

/** Reads a recording; each line is a call. */
export function readRecording(text: string, file: string): readonly RecordedCall[] {
  return text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const call = parseJson(line);
      if (!isCall(call)) throw failure(`${file}: line ${number} is not a call recorded with toolwire record.`);
      return call;
    });
}

function isCall(value: unknown): value is RecordedCall {
  if (!isObject(value)) return false;
  const { v, toolId, input, outcome, durationMs } = value;
  return (
    v === 1 && typeof toolId === 'string' && isObject(input) && isObject(outcome) && typeof durationMs === 'number'
  );
}

/** Which calls are recorded, and what is masked in them. */
export interface RecordCallOptions {
  readonly tools: readonly ListedTool[];
  /** Secrets to mask in addition to those in the call. */
  readonly secrets: readonly string[];
  /** Returns whether the call is recorded. */
  readonly onCall: (call: RecordedCall) => boolean;
  readonly note: (text: string) => void;
}

/** Reads the outcome of a forwarded call, and passes both on without secrets. */
export async function recordCall(
  requestBody: Buffer,
  upstreamResponse: Response,
  durationMs: number,
  { tools, secrets, onCall, note }: RecordCallOptions,
): Promise<void> {
  const envelope = parseJson(requestBody.toString());
  const wrapped = isObject(envelope) && isObject(envelope['request']) ? envelope['request'] : envelope;
  if (!isObject(wrapped) || typeof wrapped['tool_id'] !== 'string') return;
  const { tool_id: toolId, input: rawInput, context } = wrapped;
  const input = recordOf(rawInput);
  // The client reads responses of every revision, so it parses this response.
  const client = createClient({
    url: 'http://localhost',
    retry: false,
    follow: false,
    fetch: () => Promise.resolve(upstreamResponse),
  });
  const result: CallResult = await client.call(toolId, input);
  const schema = schemaOf(tools, toolId);
  const redactor = createRedactor({
    secrets: [...secrets, ...secretsIn(context), ...(schema === undefined ? [] : sensitiveValues(schema, input))],
  });
  const call: RecordedCall = { v: 1, toolId, input, outcome: outcomeOf(result), durationMs };
  const isRecorded = onCall(redactor.value(call) as RecordedCall);
  const suffix = isRecorded ? '' : ' (not recorded)';
  note(`${safeLine(toolId)}: ${result.kind} in ${Math.round(durationMs)} ms${suffix}\n`);
}

function schemaOf(tools: readonly ListedTool[], toolId: string): ListedTool['inputSchema'] | undefined {
  return tools.some((tool) => tool.toolId === toolId || tool.id === toolId)
    ? findTool(tools, toolId).inputSchema
    : undefined;
}

function secretsIn(context: unknown): readonly string[] {
  const { authorization, secrets } = recordOf(context);
  const credentials = [authorization, secrets].flatMap(listOf);
  return credentials
    .filter(isObject)
    .flatMap(({ token, value }) => [token, value])
    .filter((each): each is string => typeof each === 'string');
}
