/** How a tool failed, as its server reports it. */
export interface ToolFailure {
  /** For the user and the model. */
  readonly message: string;
  /** For logs and developers, not for users or models. */
  readonly developerMessage?: string;
  /** `false` if the server does not send it (OTC-RESP-08). */
  readonly canRetry: boolean;
  /** A hint for the model before it calls again with changed input. */
  readonly additionalPromptContent?: string;
  /** The delay before the next call. */
  readonly retryAfterMs?: number;
  /** Set if the tool did not run, because a person must confirm the call first. */
  readonly confirmation?: Confirmation;
}

/** How to confirm a call: show the question to a person, and repeat the call with the token as `confirmationToken`. */
interface Confirmation {
  /** Why the call is not confirmed, such as `confirmation_expired`. */
  readonly code: string;
  /** For the person who decides. */
  readonly question: string;
  /** It works once. */
  readonly token: string;
}

/** The missing credentials of a call, by ID. `url` is where the user can sign in, if the server sends it. */
export interface MissingRequirements {
  readonly authorization?: readonly { readonly id: string; readonly url?: string }[];
  readonly secrets?: readonly { readonly id: string }[];
  readonly userId?: true;
}

/** Why a call has no response from its tool. */
export type RefusalCode =
  /** The server did not accept the credentials, or the client could not get any. */
  | 'unauthenticated'
  /** The call lacks credentials that its tool requires. */
  | 'missing_requirements'
  | 'unavailable'
  | 'overloaded'
  /** The message of the server contains the reason, for example an unknown tool or version. */
  | 'rejected'
  /** The server failed. */
  | 'internal'
  /** The connection failed or broke. */
  | 'unreachable'
  /** The response was not complete in time. */
  | 'timeout'
  /** The response is not from a tool server. */
  | 'invalid_response'
  /** The server redirects, which this client does not follow. */
  | 'redirected'
  /** The call was not sent, because its secrets would not be encrypted. */
  | 'insecure';

/** A call without a response from its tool. The message comes from the server or the client. */
export interface Refusal {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  /** For the user and the model. */
  readonly message: string;
  /** For logs and developers. */
  readonly developerMessage?: string;
  /** Whether the tool may have run anyway, in any attempt. */
  readonly ran: 'no' | 'unknown';
  /** Whether the same call may succeed later. */
  readonly canRetry: boolean;
  /** Set if it is not known yet whether the call has started. The client sends the same call ID again. */
  readonly isPending?: true;
  readonly retryAfterMs?: number;
  readonly missing?: MissingRequirements;
  /** The HTTP status, if there was a response. */
  readonly status?: number;
  /** The underlying error, for logs. */
  readonly cause?: unknown;
}

/** The fields of every result. */
interface CallResultBase {
  readonly callId: string;
  /** How many times the call was sent; 0 if it was not. */
  readonly attempts: number;
}

/** The tool ran and returned. */
export interface ValueResult<Output = unknown> extends CallResultBase {
  readonly kind: 'value';
  /** `null` when the tool returns nothing. */
  readonly value: Output;
  /** How long the tool ran, as the server measured it. */
  readonly durationMs?: number;
}

/** The server reported a failure. See also `isRunning`, and `confirmation` of the failure. */
export interface FailedResult extends CallResultBase {
  readonly kind: 'failed';
  readonly failure: ToolFailure;
  /** The tool has not failed, it is still running. Send the same call ID again to get the result. */
  readonly isRunning?: true;
  readonly durationMs?: number;
}

/** The input is invalid, so the tool did not run. */
export interface InvalidResult extends CallResultBase {
  readonly kind: 'invalid';
  readonly message: string;
  /** By parameter name. The object has no prototype, so that any name is safe. */
  readonly parameterErrors: Readonly<Record<string, string>>;
}

/** The call has no response from its tool. */
export interface RefusedResult extends Refusal, CallResultBase {}

/** The result of a call. */
export type CallResult<Output = unknown> = ValueResult<Output> | FailedResult | InvalidResult | RefusedResult;
