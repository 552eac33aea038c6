import type { ListedTool } from './listed-tool.ts';

/** How a tool failed, in the words of its server. */
export interface ToolFailure {
  /** For the user and the model. */
  readonly message: string;
  /** For logs and developers; not for users or models. */
  readonly developerMessage?: string;
  /** `false` where the server says nothing (OTC-RESP-08). */
  readonly canRetry: boolean;
  /** What the model should read before it calls again with changed input. */
  readonly additionalPromptContent?: string;
  /** How long to wait before the next call. */
  readonly retryAfterMs?: number;
}

/** What a call lacked, by id; `url` is where a user can sign in, if the server tells. */
export interface MissingRequirements {
  readonly authorization?: readonly { readonly id: string; readonly url?: string }[];
  readonly secrets?: readonly { readonly id: string }[];
  readonly userId?: true;
}

/** Why there is no answer of a tool. */
export type RefusalCode =
  /** The server did not accept the credentials, or none could be had. */
  | 'unauthenticated'
  /** The call lacks what its tool requires. */
  | 'missing_requirements'
  | 'unavailable'
  | 'overloaded'
  /** The server says why in its message: no such tool, no such version, a call id used twice … */
  | 'rejected'
  /** The server is broken. */
  | 'internal'
  /** There was no connection, or it broke. */
  | 'unreachable'
  /** There was no answer in time. */
  | 'timeout'
  /** What came back is no answer of a tool server. */
  | 'bad_answer'
  /** The server wants the call elsewhere, which this client leaves to its user. */
  | 'redirected'
  /** Nothing was sent, as it would have been readable on its way. */
  | 'insecure';

/** There is no answer of the tool; told in one of the server's own messages, or in one of ours. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  /** For the user and the model. */
  readonly message: string;
  /** For logs and developers. */
  readonly developerMessage?: string;
  /** Whether the tool may have run all the same. */
  readonly ran: 'no' | 'unknown';
  /** Whether the same may work a little later. */
  readonly canRetry: boolean;
  readonly retryAfterMs?: number;
  readonly missing?: MissingRequirements;
  /** The status of the answer, if there was one. */
  readonly status?: number;
  /** The error behind it, if there was one; for a log. */
  readonly cause?: unknown;
}

/** What every result tells of its call. */
export interface CallFacts {
  readonly callId: string;
  /** How many times the call was sent; 0 if it never was. */
  readonly attempts: number;
}

/** The tool ran and returned. */
export interface ValueResult<Output = unknown> extends CallFacts {
  readonly kind: 'value';
  /** `null` when the tool returns nothing. */
  readonly value: Output;
  /** How long the tool ran, by the server's clock. */
  readonly durationMs?: number;
}

/** The tool ran and failed. */
export interface FailedResult extends CallFacts {
  readonly kind: 'failed';
  readonly failure: ToolFailure;
  /** Nothing has failed: the tool still runs, and the same call id asks for what it comes to. */
  readonly isRunning?: true;
  readonly durationMs?: number;
}

/** The input does not fit the tool; it did not run. */
export interface InvalidResult extends CallFacts {
  readonly kind: 'invalid';
  readonly message: string;
  /** Keyed by parameter; without a prototype, so that any name survives. */
  readonly parameterErrors: Readonly<Record<string, string>>;
}

/** There is no answer of the tool. */
export interface RefusedResult extends Refusal, CallFacts {}

/** How a call ended. */
export type CallResult<Output = unknown> = ValueResult<Output> | FailedResult | InvalidResult | RefusedResult;

/** The tools of a server. */
export interface Listed {
  readonly kind: 'listed';
  readonly tools: readonly ListedTool[];
  /** A sentence for each part of the listing that makes no sense and is left out. */
  readonly warnings: readonly string[];
}

/** The tools of a server, or why they cannot be told. */
export type ListResult = Listed | Refusal;
