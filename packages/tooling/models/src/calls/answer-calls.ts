import { callListener, maxIdLength, nearestName } from '@toolwire/internal';
import { wait } from '@toolwire/retry';
import type { AdaptedTools } from '../adapt/adapt-tools.ts';
import type { Attempts } from './attempts.ts';
import { type Description, describeResult, valueText, writtenText } from './describe-result.ts';
import { readArguments } from './read-arguments.ts';
import type { CallTool, ToolCaller, ToolResult } from './tool-result.ts';
import { createTextLimits, type TextLimits, type TruncateOptions } from './truncate-text.ts';

/** A tool call of a model. */
export interface ModelCall {
  /** The ID from the model's API. */
  readonly id?: string | undefined;
  readonly name: string;
  /** An object, or an object as JSON. */
  readonly input: unknown;
}

/** The answer to a model's call. */
export interface ModelAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** The tool's value, if neither the text nor the value as text was too long. */
  readonly value?: unknown;
}

/** An answer with its details, for logs only: never send it to a model. */
export interface AnsweredCall {
  readonly call: ModelCall;
  readonly answer: ModelAnswer;
  /** The ID of the tool; absent if no tool has this name. */
  readonly toolId?: string;
  /** The result; absent if the tool was not called. */
  readonly result?: ToolResult;
  /** The error that the call threw instead. */
  readonly thrown?: unknown;
  /** Why the full text of a truncated answer could not be saved. */
  readonly saveError?: unknown;
}

/** Options for all answers. */
export interface AnswerOptions extends TruncateOptions {
  /** Receives every answer with its details, for example to log it. */
  readonly onAnswer?: ((answered: AnsweredCall) => void) | undefined;
}

/** Options for the calls of one turn. */
export interface TurnOptions {
  /** Cancels the calls; each call still gets an answer. */
  readonly signal?: AbortSignal | undefined;
  /** Counts the failed attempts of this conversation. */
  readonly attempts?: Attempts | undefined;
}

/** Answers the calls of a model: each call gets one answer, in the order of the calls. */
export type AnswerCalls = (calls: readonly ModelCall[], turn?: TurnOptions) => Promise<readonly ModelAnswer[]>;

/** Creates a function that answers calls. `delayAnswers` waits before the answers are returned. */
export function createAnswerCalls(
  adapted: AdaptedTools,
  caller: ToolCaller,
  options: AnswerOptions,
  delayAnswers: (afterMs: number, signal: AbortSignal | undefined) => Promise<void> = waitForServerDelay,
): AnswerCalls {
  const limits = createTextLimits(options);
  const callTool: CallTool = (...args) => (typeof caller === 'function' ? caller(...args) : caller.call(...args));
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
  /** The number of the attempt. */
  readonly number: number;
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
    return { call: modelCall, number: 1, description: unknownTool(modelCall.name, adapted) };
  }
  const { toolId, modelNameOf, restore } = tool;
  const number = attempts?.numberOf(toolId) ?? 1;
  const ended = { call: modelCall, toolId, number };
  const parsed = readArguments(modelCall.input);
  if (!parsed.ok) return { ...ended, description: invalidCall(parsed.message) };
  const callId = callIdOf(modelCall.id);
  try {
    const details = { ...(callId !== undefined && { callId }), ...(signal && { signal }) };
    const result = await callTool(toolId, restore(parsed.input), details);
    const attempt = { number, ...(attempts && { policy: attempts.policy }) };
    return { ...ended, result, description: describeResult(result, modelNameOf, attempt) };
  } catch (thrown) {
    // APIs reject a conversation in which a call has no answer.
    const text = signal?.aborted === true ? 'The call was canceled.' : 'The tool could not be called.';
    return { ...ended, thrown, description: { text, isError: true, needsNewInput: false, afterMs: 0 } };
  }
}

/** The calls of one turn are one attempt, because the model has not read the first answer when it makes the second call. */
function recordTurn(endedCalls: readonly EndedCall[], attempts: Attempts | undefined): void {
  const recorded = new Map<string, { readonly needsNewInput: boolean; readonly number: number }>();
  for (const { toolId, description, number } of endedCalls) {
    if (toolId === undefined) continue;
    const needsNewInput = description.needsNewInput && recorded.get(toolId)?.needsNewInput !== false;
    recorded.set(toolId, { needsNewInput, number });
  }
  for (const [toolId, { needsNewInput, number }] of recorded) attempts?.record(toolId, needsNewInput, number);
}

async function answerCall(
  { description, number: _number, ...details }: EndedCall,
  limits: TextLimits,
  signal: AbortSignal | undefined,
): Promise<AnsweredCall> {
  const { result } = details;
  const { text, isTruncated, saveError } = await limits.truncate(description.text, contentTypeOf(result), signal);
  const answer = { text, isError: description.isError, ...(!isTruncated && shortValue(result, limits)) };
  return { ...details, answer, ...(saveError !== undefined && { saveError }) };
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
  return { text, isError: true, needsNewInput: true, afterMs: 0 };
}

function unknownTool(name: string, { byName }: AdaptedTools): Description {
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
