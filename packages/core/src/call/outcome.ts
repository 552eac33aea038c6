import type { Confirmation } from '../tool/confirmation.ts';
import type { ContentBlock } from '../tool/content.ts';
import type { MissingRequirements } from '../tool/requirements.ts';
import type { JsonValue } from '../tool/schema-types.ts';
import type { ToolInfo } from '../tool/tool.ts';
import type { InputRequests } from './input-request.ts';

/** Why a call was refused: a stable code that protocols translate. */
export type RefusalCode =
  | 'unauthenticated'
  | 'insufficient_scope'
  | 'unavailable'
  | 'overloaded'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'malformed'
  | 'unsupported_protocol_version'
  | 'invalid_tool_id'
  | 'tool_not_found'
  | 'version_not_found'
  | 'missing_requirements'
  | 'call_id_conflict'
  | 'method_not_allowed'
  | 'not_found'
  | 'internal';

/** The failure of a tool: its author's message, or a generic one. */
export interface ToolFailure {
  /** For the user and the model. */
  readonly message: string;
  /** For logs and developers; only text of the tool's author. */
  readonly developerMessage?: string;
  /** `false` by default (OTC-RESP-08). */
  readonly canRetry?: boolean;
  /** A hint for the model, before it retries with other input. */
  readonly additionalPromptContent?: string;
  readonly retryAfterMs?: number;
}

/** Fields that every outcome may have. */
export interface OutcomeBase {
  /** The tool that ran, or the resolved tool of a call that did not run. */
  readonly tool?: ToolInfo;
  /** How long the tool ran, in milliseconds. */
  readonly durationMs?: number;
  /** Whether this is the stored result of an earlier call with the same ID. */
  readonly replayed?: boolean;
}

/** The tool ran and returned. */
export interface ValueOutcome extends OutcomeBase {
  readonly kind: 'value';
  readonly value: JsonValue;
  /** The content blocks of `withContent`. */
  readonly content?: readonly ContentBlock[];
}

/** Why a run failed: a reported failure, an unexpected error, an invalid output, a timeout, or an interruption. `unconfirmed`: it did not run. */
export type FailureReason = 'reported' | 'unexpected' | 'bad_output' | 'timeout' | 'interrupted' | 'unconfirmed';

/** The tool ran and failed, or did not run because its call is not confirmed. */
export interface FailedOutcome extends OutcomeBase {
  readonly kind: 'failed';
  /** For stages and logs; never sent. */
  readonly reason?: FailureReason;
  readonly failure: ToolFailure;
  /** How to confirm the call, which did not run. */
  readonly confirmation?: Confirmation;
}

/** The input is invalid; the tool did not run. */
export interface InvalidOutcome extends OutcomeBase {
  readonly kind: 'invalid';
  readonly message: string;
  /** Errors by top-level parameter. The object has no prototype, so that any name is safe. */
  readonly parameterErrors: Readonly<Record<string, string>>;
}

/** The call was refused for a reason other than its input. The tool did not run, unless `mayHaveRun` is set. */
export interface RefusedOutcome extends OutcomeBase {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
  readonly developerMessage?: string;
  readonly missing?: MissingRequirements;
  /** All scopes that the tool needs, if the caller lacks one. */
  readonly scopes?: readonly string[];
  /** How to authenticate, as a `WWW-Authenticate` value. */
  readonly challenge?: string;
  /** The state of a sent bearer token, for protocols that report it. */
  readonly token?: 'refused' | 'expired';
  readonly retryAfterMs?: number;
  /** The tool has run without a stored result, or the server doesn't know whether it has run or will run. */
  readonly mayHaveRun?: boolean;
}

/** The tool needs input. The caller repeats the call with the answers. */
export interface InputRequiredOutcome extends OutcomeBase {
  readonly kind: 'input_required';
  readonly requests: InputRequests;
}

/** The call continues as a task that the caller can poll. */
export interface DeferredOutcome extends OutcomeBase {
  readonly kind: 'deferred';
  readonly task: {
    readonly id: string;
    readonly pollAfterMs: number;
    /** The tool's progress. */
    readonly message?: string;
  };
}

/** The message for a caller that can only poll. */
export function describeDeferral({ task }: DeferredOutcome): string {
  return task.message === undefined ? 'The tool is still running' : `The tool is still running: ${task.message}`;
}

/** A stored output, returned by reference. */
export interface ArtifactOutcome extends OutcomeBase {
  readonly kind: 'artifact';
  readonly artifact: {
    readonly url: string;
    readonly contentType: string;
    readonly size: number;
    readonly description: string;
    /** The file name. */
    readonly name?: string;
  };
}

/** The result of a call. Every stage returns an outcome and never throws. */
export type Outcome =
  | ValueOutcome
  | FailedOutcome
  | InvalidOutcome
  | RefusedOutcome
  | InputRequiredOutcome
  | DeferredOutcome
  | ArtifactOutcome;
