import { callListener, isObject, maxIdLength, nearestName, parseJson, withoutUndefined } from '@toolwire/internal';
import { wait } from '@toolwire/retry';
import type { AdaptedTools } from '../adapt/adapt-tools.ts';
import type { Attempts } from './attempts.ts';
import { type Description, describeResult, valueText, writtenText } from './describe-result.ts';
import type { AnswerCalls, AnsweredCall, AnswerOptions, ModelCall, TurnOptions } from './model-answer.ts';
import { type CallTool, type ToolCaller, toolFunction } from './tool-caller.ts';
import type { ToolResult } from './tool-result.ts';
import { createTextLimits, type TextLimits } from './truncate-text.ts';

/** Creates a function that answers calls. `delayAnswers` waits before the answers are returned. */
export function createAnswerCalls(
  adapted: AdaptedTools,
  caller: ToolCaller,
  options: AnswerOptions,
  delayAnswers: (afterMs: number, signal: AbortSignal | undefined) => Promise<void> = waitForServerDelay,
): AnswerCalls {
  const limits = createTextLimits(options);
  const callTool = toolFunction(caller);
  return async (calls, turn = {}) => {
    const endedCalls = await Promise.all(calls.map((call) => runCall(call, adapted, callTool, turn)));
    recordTurn(endedCalls, turn.attempts);
    await delayAnswers(Math.max(0, ...endedCalls.map(({ description }) => description.afterMs)), turn.signal);
    const answeredCalls = await Promise.all(endedCalls.map((ended) => answerCall(ended, limits, turn.signal)));
    for (const answered of answeredCalls) callListener(options.onAnswer, answered);
    return answeredCalls.map(({ answer }) => answer);
  };
}

/** A call with its result, and the description of the result for the model. */
interface EndedCall {
  readonly call: ModelCall;
  readonly description: Description;
  /** The number of the attempt; the first is 1. */
  readonly attempt: number;
  readonly toolId?: string;
  readonly result?: ToolResult;
  readonly thrown?: unknown;
}

async function runCall(
  modelCall: ModelCall,
  adapted: AdaptedTools,
  callTool: CallTool,
  { signal, attempts }: TurnOptions,
): Promise<EndedCall> {
  const tool = adapted.byName.get(modelCall.name);
  if (tool === undefined) {
    return { call: modelCall, attempt: 1, description: unknownTool(modelCall.name, adapted) };
  }
  const { toolId, modelNameOf, restore } = tool;
  const attempt = attempts?.numberOf(toolId) ?? 1;
  const ended = { call: modelCall, toolId, attempt };
  const parsed = readArguments(modelCall.input);
  if (!parsed.ok) return { ...ended, description: invalidCall(parsed.message) };
  const callId = callIdOf(modelCall.id);
  try {
    const details = { ...(callId !== undefined && { callId }), ...(signal && { signal }) };
    const result = await callTool(toolId, restore(parsed.input), details);
    const current = { number: attempt, ...(attempts && { policy: attempts.policy }) };
    return { ...ended, result, description: describeResult(result, modelNameOf, current) };
  } catch (thrown) {
    // APIs reject a conversation in which a call has no answer.
    const text = signal?.aborted === true ? 'The call was canceled.' : 'The tool could not be called.';
    return { ...ended, thrown, description: { text, isError: true, isFailedAttempt: false, afterMs: 0 } };
  }
}

/**
 * Records whether all calls of a tool failed. The calls of one turn are one attempt, because the model has not read the first answer when
 * it makes the second call.
 */
function recordTurn(endedCalls: readonly EndedCall[], attempts: Attempts | undefined): void {
  const turn = new Map<string, { readonly attempt: number; readonly isFailed: boolean }>();
  for (const { toolId, description, attempt } of endedCalls) {
    if (toolId === undefined) continue;
    const isFailed = description.isFailedAttempt && turn.get(toolId)?.isFailed !== false;
    turn.set(toolId, { attempt, isFailed });
  }
  for (const [toolId, { attempt, isFailed }] of turn) {
    if (isFailed) attempts?.recordFailure(toolId, attempt);
    else attempts?.reset(toolId);
  }
}

async function answerCall(
  { call, description, toolId, result, thrown }: EndedCall,
  limits: TextLimits,
  signal: AbortSignal | undefined,
): Promise<AnsweredCall> {
  const { text, isTruncated, saveError } = await limits.truncate(description.text, contentTypeOf(result), signal);
  const answer = { text, isError: description.isError, ...(!isTruncated && shortValue(result, limits)) };
  return { call, answer, ...withoutUndefined({ toolId, result, thrown, saveError }) };
}

/** Some models number the calls of each conversation from 1, so a shorter ID could match another call. */
const minCallIdLength = 16;

function callIdOf(id: string | undefined): string | undefined {
  return id !== undefined && id.length >= minCallIdLength && id.length <= maxIdLength ? id : undefined;
}

// The model must not call again before the server's delay is over (OTC-CALL-14).
async function waitForServerDelay(afterMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (afterMs === 0) return;
  try {
    await wait(afterMs, signal);
  } catch (reason) {
    // A canceled turn still gets its answers.
    if (signal?.aborted !== true) throw reason;
  }
}

function invalidCall(text: string): Description {
  return { text, isError: true, isFailedAttempt: true, afterMs: 0 };
}

function unknownTool(name: string, { byName }: AdaptedTools): Description {
  if (byName.size === 0) return invalidCall('There are no tools. Answer without a tool.');
  const nearest = nearestName(name, byName.keys());
  return invalidCall(
    nearest === undefined
      ? `There is no tool with this name. Available tools: ${[...byName.keys()].join(', ')}.`
      : `There is no tool with this name. Did you mean '${nearest}'?`,
  );
}

/** The value of a result. A text that the tool added says nothing about its length. */
function shortValue(result: ToolResult | undefined, limits: TextLimits): { readonly value?: unknown } {
  if (result?.kind !== 'value') return {};
  const isShort = writtenText(result) === undefined || limits.fits(valueText(result.value));
  return isShort ? { value: result.value } : {};
}

function contentTypeOf(result: ToolResult | undefined): string {
  const isJson = result?.kind === 'value' && typeof result.value !== 'string' && writtenText(result) === undefined;
  return isJson ? 'application/json' : 'text/plain; charset=utf-8';
}

/** The arguments of a call, or an error message for the model. */
type ReadArguments =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

/** Reads arguments that are an object or JSON. Missing arguments are an empty object. */
function readArguments(rawArguments: unknown): ReadArguments {
  if (rawArguments === undefined || rawArguments === null || rawArguments === '') return { ok: true, input: {} };
  const value = typeof rawArguments === 'string' ? parseJson(rawArguments) : rawArguments;
  if (isObject(value)) return { ok: true, input: value };
  const message =
    value === undefined
      ? 'The arguments are not valid JSON. Call the tool again with one complete JSON object and escape all strings.'
      : 'The arguments are not a JSON object. Call the tool again with an object whose keys are the parameter names.';
  return { ok: false, message };
}
