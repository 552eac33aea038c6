import type { ContextValues } from './context-key.ts';
import type { Deferral, TaskRun } from './deferral.ts';
import type { InputAnswers, InputRequests } from './input-request.ts';
import type { Logger } from './logger.ts';
import type { Principal } from './principal.ts';
import type { ToolInfo } from './tool.ts';

/** A token that came with a call, for a provider. */
export interface AuthorizationToken {
  readonly id: string;
  readonly token: string;
}

/** A secret that came with a call. */
export interface SecretValue {
  readonly id: string;
  readonly value: string;
}

/** What came with a call besides the input (OTC-REQ-06). */
export interface CallContext {
  readonly authorization: readonly AuthorizationToken[];
  readonly secrets: readonly SecretValue[];
  readonly userId?: string;
  /** The tokens and secrets among these that the server has found itself, by what it knows of the caller. */
  readonly supplied?: ReadonlySet<AuthorizationToken | SecretValue> | undefined;
}

/** How long a call may go on; the signal is made when somebody first asks for it. */
export interface Lifetime {
  readonly signal: AbortSignal;
  /** Whether it ends only because somebody says so, as by a cancellation: a caller whose connection broke may come back for the answer. */
  readonly endsDeliberately?: boolean | undefined;
  /** What is left of it for work that its caller may leave. */
  readonly withoutCaller?: KeptLifetime | undefined;
}

/** How long work may go on that its caller may leave: it ends when the server stops, or when somebody cancels it. */
export interface KeptLifetime extends Lifetime {
  readonly isCancelled: boolean;
  /** Ends the work for good. Once the server has stopped it, that changes nothing. */
  cancel(reason: DOMException): void;
}

/** One call as its wire decoded it; stages add to it and never change it. */
export interface Call {
  /** The wire it came by, such as `otc`. */
  readonly wire: string;
  /** The tool id as it was asked for, perhaps with a version, not yet checked. */
  readonly toolId: string;
  /** What its wire has found by a name of its own: a tool, or `null` where none has that name. Left out, the tool is found by `toolId`. */
  readonly found?: ToolInfo | null | undefined;
  readonly callId: string;
  /** The call id where the caller has chosen it: the same one again asks for the same answer (OTC-REQ-03). */
  readonly idempotencyKey?: string | undefined;
  readonly traceId: string | undefined;
  /** The input as it came, not yet checked. */
  readonly input: unknown;
  readonly context: CallContext;
  /** Who calls, as credentials or the host say. */
  readonly principal?: Principal | undefined;
  /** Whether it is known whose call it is: by name, or because nobody else calls. Of a call that came by a wire from anybody else, no id is kept. */
  readonly isCallerKnown?: boolean | undefined;
  readonly lifetime: Lifetime;
  /** How long the tool may take, in milliseconds, in place of the server's default: work that goes on as a task has more time. */
  readonly timeLimitMs?: number | undefined;
  /** What the host handed along. */
  readonly values: ContextValues;
  /** Reports progress, where the wire can carry it. */
  readonly reportProgress?: ((done: number, total?: number, message?: string) => void) | undefined;
  /** Shows the caller a log line of the tool, where the wire can carry it. */
  readonly reportLog?: ReportLog | undefined;
  /** Asks the caller for input, where the wire can carry it; rejects with `InputRequired` where answers come with the next attempt. */
  readonly ask?: ((requests: InputRequests) => Promise<InputAnswers>) | undefined;
  /** Whether answers to earlier questions of the tool came along. */
  readonly hasAnswers?: boolean | undefined;
  /** Reads a field of the trace context that came along: `traceparent`, `tracestate` or `baggage`. */
  readonly propagated?: ((field: string) => string | undefined) | undefined;
  /** Where the tool's own log lines go. */
  readonly logger?: Logger | undefined;
  /** How the call may go on as a task; left out, its caller cannot be told of one. */
  readonly defer?: Deferral | undefined;
  /** The task that this is a run of. */
  readonly task?: TaskRun | undefined;
}

/** Shows a log line to a caller. */
export type ReportLog = (level: keyof Logger, fields: object, message: string) => void;
