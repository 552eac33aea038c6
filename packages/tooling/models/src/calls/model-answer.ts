import type { Attempts } from './attempts.ts';
import type { ToolResult } from './tool-result.ts';
import type { TruncateOptions } from './truncate-text.ts';

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
