import { longestId, nearestName, tell } from '@toolwire/internal';
import { wait } from '@toolwire/retry';
import type { Offer, OfferedTool } from '../offer/offer-tools.ts';
import type { Attempts } from './attempts.ts';
import { type CutOptions, type CutText, createCut } from './cut-text.ts';
import { type Description, describeResult } from './describe-result.ts';
import { readArguments } from './read-arguments.ts';
import type { CallTool, ToolCaller, ToolResult } from './tool-result.ts';

/** What a model called. */
export interface ModelCall {
  /** As the model's interface has it. */
  readonly id?: string | undefined;
  readonly name: string;
  /** An object, or its JSON. */
  readonly input: unknown;
}

/** What a model is answered. */
export interface ModelAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** What the tool returned, where all of it is in the text. */
  readonly value?: unknown;
}

/** An answer and what is behind it: for logs, and never for models. */
export interface AnsweredCall {
  readonly call: ModelCall;
  readonly answer: ModelAnswer;
  /** What was called; left out where there is no such tool. */
  readonly toolId?: string;
  /** How the call ended; left out where there was none. */
  readonly result?: ToolResult;
  /** What the caller of tools threw instead. */
  readonly thrown?: unknown;
  /** Why the whole of a text that was cut could not be kept. */
  readonly notKept?: unknown;
}

/** How all answers are written. */
export interface AnswerOptions extends CutOptions {
  /** Hears of every answer, and of what is behind it. */
  readonly onAnswer?: ((answered: AnsweredCall) => void) | undefined;
}

/** What goes along with the calls of one turn. */
export interface TurnOptions {
  /** Ends the calls; each is answered all the same. */
  readonly signal?: AbortSignal | undefined;
  /** Counts what the model tried in vain in this conversation. */
  readonly attempts?: Attempts | undefined;
}

/** Answers what a model called: each call once, in their order, whatever becomes of it. */
export type AnswerCalls = (calls: readonly ModelCall[], turn?: TurnOptions) => Promise<readonly ModelAnswer[]>;

/** Makes what answers the calls of models. */
export function createAnswerCalls(
  offer: Offer,
  caller: ToolCaller,
  options: AnswerOptions,
  holdBack: (afterMs: number, signal: AbortSignal | undefined) => Promise<void> = waitForTurn,
): AnswerCalls {
  const { onAnswer } = options;
  const cut = createCut(options);
  const call: CallTool = (...asked) => (typeof caller === 'function' ? caller(...asked) : caller.call(...asked));

  const answerOne = async (asked: ModelCall, turn: TurnOptions): Promise<Ended> => {
    const offered = offer.byName.get(asked.name);
    if (offered === undefined) return { number: 1, description: unknownTool(asked.name, offer) };
    const read = readArguments(asked.input);
    const number = turn.attempts?.numberOf(offered.toolId) ?? 1;
    if (!read.ok) return { offered, number, description: vain(read.message) };
    return {
      offered,
      number,
      ...(await callTool(call, offered, offered.restore(read.input), asked, { ...turn, number })),
    };
  };

  return async (calls, turn = {}) => {
    const ended = await Promise.all(calls.map((asked) => answerOne(asked, turn)));
    noteTurn(ended, turn.attempts);
    await holdBack(Math.max(0, ...ended.map(({ description }) => description.afterMs)), turn.signal);
    const cutTexts = await Promise.all(
      ended.map(({ description: { text }, result }) => cut(text, contentTypeOf(result), turn.signal)),
    );
    return ended.map(({ offered, description, number: _number, ...behind }, index) => {
      const { isCut, notKept, text } = cutTexts[index] ?? uncut(description);
      const { result } = behind;
      const isWhole = !isCut && result?.kind === 'value';
      const answer = { text, isError: description.isError, ...(isWhole && { value: result.value }) };
      const asked = calls[index];
      if (asked !== undefined) {
        const lost = notKept !== undefined && { notKept };
        tell(onAnswer, { call: asked, answer, ...behind, ...lost, ...(offered && { toolId: offered.toolId }) });
      }
      return answer;
    });
  };
}

/** How one call ended, and what the model is to read of it. */
interface Ended {
  readonly description: Description;
  /** Of the attempt that it was. */
  readonly number: number;
  readonly offered?: OfferedTool;
  readonly result?: ToolResult;
  readonly thrown?: unknown;
}

async function callTool(
  call: CallTool,
  { toolId, parameterNames }: OfferedTool,
  input: Readonly<Record<string, unknown>>,
  { id }: ModelCall,
  { signal, attempts, number }: TurnOptions & { readonly number: number },
): Promise<Omit<Ended, 'number'>> {
  const callId = keyOf(id);
  try {
    const result = await call(toolId, input, { ...(callId !== undefined && { callId }), ...(signal && { signal }) });
    const attempt = { number, ...(attempts && { policy: attempts.policy }) };
    return { result, description: describeResult(result, parameterNames, attempt) };
  } catch (thrown) {
    // Interfaces refuse a conversation with a call that has no answer.
    const text = signal?.aborted === true ? 'The call was cancelled before it ended.' : 'The tool could not be called.';
    return { thrown, description: { text, isError: true, isVain: false, afterMs: 0 } };
  }
}

/** The calls of one turn are one attempt, since a model has not read the answer to the first when it makes the second. */
function noteTurn(ended: readonly Ended[], attempts: Attempts | undefined): void {
  const noted = new Map<string, { readonly isVain: boolean; readonly number: number }>();
  for (const { offered, description, number } of ended) {
    if (offered === undefined) continue;
    const isVain = description.isVain && noted.get(offered.toolId)?.isVain !== false;
    noted.set(offered.toolId, { isVain, number });
  }
  for (const [toolId, { isVain, number }] of noted) attempts?.note(toolId, isVain, number);
}

/** Some models number their calls anew in each conversation: so short an id would be taken for another call's. */
const shortestKey = 16;

function keyOf(id: string | undefined): string | undefined {
  return id !== undefined && id.length >= shortestKey && id.length <= longestId ? id : undefined;
}

// OTC-CALL-14: a model that is to call again does not do so sooner than asked.
async function waitForTurn(afterMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (afterMs === 0) return;
  try {
    await wait(afterMs, signal);
  } catch (reason) {
    // Whoever has left is owed the answers all the same.
    if (signal?.aborted !== true) throw reason;
  }
}

function vain(text: string): Description {
  return { text, isError: true, isVain: true, afterMs: 0 };
}

function unknownTool(name: string, { byName }: Offer): Description {
  const nearest = nearestName(name, byName.keys());
  return vain(
    nearest === undefined
      ? `There is no such tool. These are: ${[...byName.keys()].join(', ')}.`
      : `There is no such tool. Did you mean '${nearest}'?`,
  );
}

function contentTypeOf(result: ToolResult | undefined): string {
  const isJson = result?.kind === 'value' && typeof result.value !== 'string';
  return isJson ? 'application/json' : 'text/plain; charset=utf-8';
}

function uncut({ text }: Description): CutText {
  return { text, isCut: false };
}
