import type { InputRequests } from './input-request.ts';
import type { JsonValue } from './json.ts';
import type { MissingRequirements } from './requirements.ts';
import type { ToolInfo } from './tool.ts';

/** Why a call was refused before its tool ran; stable codes that wires translate. */
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

/** How a tool failed, in words its author chose or in safe ones of ours. */
export interface ToolFailure {
  /** For the user and the model. */
  readonly message: string;
  /** For logs and developers; only ever what the tool's author wrote. */
  readonly developerMessage?: string;
  /** Absent means no (OTC-RESP-08). */
  readonly canRetry?: boolean;
  /** What the model should know before it tries again with changed input. */
  readonly additionalPromptContent?: string;
  readonly retryAfterMs?: number;
}

/** What every outcome may say about the run. */
export interface OutcomeBase {
  /** The tool that was resolved for the call, once there is one. */
  readonly tool?: ToolInfo;
  /** How long the tool itself ran, in milliseconds. */
  readonly durationMs?: number;
  /** The answer of an earlier call with the same id; the tool did not run again. */
  readonly replayed?: boolean;
}

/** The tool ran and returned. */
export interface ValueOutcome extends OutcomeBase {
  readonly kind: 'value';
  readonly value: JsonValue;
}

/** Why a run failed: the tool reported it, threw by surprise, returned what does not fit, took too long, or was ended. */
export type FailureReason = 'reported' | 'unexpected' | 'bad_output' | 'timeout' | 'interrupted';

/** The tool ran and failed. */
export interface FailedOutcome extends OutcomeBase {
  readonly kind: 'failed';
  /** For stages and logs; no wire sends it. */
  readonly reason?: FailureReason;
  readonly failure: ToolFailure;
}

/** The input does not fit the tool's schema; the tool did not run. */
export interface InvalidOutcome extends OutcomeBase {
  readonly kind: 'invalid';
  readonly message: string;
  /** Keyed by top-level parameter; without a prototype, so that any name survives. */
  readonly parameterErrors: Readonly<Record<string, string>>;
}

/** The call was refused for a reason other than its input; the tool did not run. */
export interface RefusedOutcome extends OutcomeBase {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
  readonly developerMessage?: string;
  readonly missing?: MissingRequirements;
  /** All that the tool's caller must have been granted, where the call was refused for it. */
  readonly scopes?: readonly string[];
  /** How to authenticate, as a `WWW-Authenticate` value. */
  readonly challenge?: string;
  /** What may be told of a bearer token that came, by wires that have words for it. */
  readonly token?: 'refused' | 'expired';
  readonly retryAfterMs?: number;
}

/** The tool cannot go on without what it has asked for; the call is to be made again with the answers. */
export interface InputRequiredOutcome extends OutcomeBase {
  readonly kind: 'input_required';
  readonly requests: InputRequests;
}

/** The work goes on as a task that the caller can ask about. */
export interface DeferredOutcome extends OutcomeBase {
  readonly kind: 'deferred';
  readonly task: {
    readonly id: string;
    readonly pollAfterMs: number;
    /** How far the tool says that it is. */
    readonly message?: string;
  };
}

/** Says to whoever can only ask again that the work goes on, and how far it is. */
export function describeDeferral({ task }: DeferredOutcome): string {
  return task.message === undefined ? 'The tool is still running' : `The tool is still running: ${task.message}`;
}

/** A stored output, answered by reference. */
export interface ArtifactOutcome extends OutcomeBase {
  readonly kind: 'artifact';
  readonly artifact: {
    readonly url: string;
    readonly contentType: string;
    readonly size: number;
    readonly description: string;
    /** How a file of it is called. */
    readonly name?: string;
  };
}

/** How a call ended; every stage returns one, and none throws. */
export type Outcome =
  | ValueOutcome
  | FailedOutcome
  | InvalidOutcome
  | RefusedOutcome
  | InputRequiredOutcome
  | DeferredOutcome
  | ArtifactOutcome;
