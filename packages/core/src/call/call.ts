import type { UploadedFile } from '../artifacts/artifact-store.ts';
import type { JsonValue } from '../tool/schema-types.ts';
import type { ToolInfo } from '../tool/tool.ts';
import type { Logger } from '../tool/tool-context.ts';
import type { Principal } from './caller.ts';
import type { Client } from './client.ts';
import type { ContextValues } from './context-key.ts';
import type { Askable, InputAnswers, InputRequests } from './input-request.ts';

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

/** The tokens, secrets and user ID of a call (OTC-REQ-06). */
export interface CallContext {
  readonly authorization: readonly AuthorizationToken[];
  readonly secrets: readonly SecretValue[];
  readonly userId?: string;
  /** The tokens and secrets that the server supplied itself. */
  readonly supplied?: ReadonlySet<AuthorizationToken | SecretValue> | undefined;
}

/** How long a call may run. The signal is created on first use. */
export interface Lifetime {
  readonly signal: AbortSignal;
  /** Whether only an explicit cancellation ends it. Otherwise a caller whose connection broke may come back for the result. */
  readonly endsDeliberately?: boolean | undefined;
  /** The lifetime of work that continues without its caller. */
  readonly withoutCaller?: DetachedLifetime | undefined;
}

/** The lifetime of work that continues without its caller. It ends with a shutdown or a cancellation. */
export interface DetachedLifetime extends Lifetime {
  readonly isCanceled: boolean;
  /** Cancels the work. Has no effect after a shutdown. */
  cancel(reason: DOMException): void;
}

/** How a call may continue as a task. */
export interface Deferral {
  /** How long its caller waits for the result first, in milliseconds; 0 for not at all. */
  readonly afterMs: number;
  /** How long the caller wants the task to be stored, in milliseconds; not guaranteed. */
  readonly ttlMs?: number | undefined;
  /** The input that the caller supports once the call is a task. */
  readonly askable: readonly Askable[];
}

/** The task that a run belongs to. */
interface TaskRun {
  readonly id: string;
  /** The idempotency key of the original call. */
  readonly idempotencyKey?: string | undefined;
  /** The last saved value of an earlier run. */
  readonly saved: JsonValue | undefined;
  /** Saves a value for the next run of this call. */
  readonly save: (value: JsonValue) => Promise<void>;
}

/** One decoded call. Stages add fields and never change existing ones. */
export interface Call {
  /** The protocol of the call, such as `otc`. */
  readonly wire: string;
  /** The requested tool ID, optionally with a version; not validated. */
  readonly toolId: string;
  /** The tool that the protocol found by its name, or `null` if it found no tool. If absent, the server looks up `toolId`. */
  readonly namedTool?: ToolInfo | null | undefined;
  readonly callId: string;
  /** The call ID, if the caller chose it. A repeated ID returns the same result (OTC-REQ-03). */
  readonly callerCallId?: string | undefined;
  /** Replaces the call ID in the idempotency key, for callers whose IDs may collide. */
  readonly uniqueId?: string | undefined;
  readonly traceId: string | undefined;
  /** The raw input; not validated. */
  readonly input: unknown;
  readonly context: CallContext;
  /** The tokens and secrets that the server supplies after middleware in `use` has begun. Filled during the call, so that it can mask them. */
  readonly suppliedSecrets?: Set<string> | undefined;
  /** The authenticated caller, from credentials or the host. */
  readonly principal?: Principal | undefined;
  /** Whether the caller is identified. Call IDs of other callers are ignored. */
  readonly isCallerKnown?: boolean | undefined;
  /** The client, if the protocol reports it. */
  readonly client?: Client | undefined;
  /** The session of the client, if the protocol has sessions. */
  readonly sessionId?: string | undefined;
  readonly lifetime: Lifetime;
  /** The timeout of the tool, in milliseconds, instead of the server's default. Tasks have more time. */
  readonly timeLimitMs?: number | undefined;
  /** The context values of the host. */
  readonly values: ContextValues;
  /** Reports progress, if the protocol supports it. */
  readonly reportProgress?: ((done: number, total?: number, message?: string) => void) | undefined;
  /** Sends a log line of the tool to the caller, if the protocol supports it. */
  readonly reportLog?: ReportLog | undefined;
  /** Requests input from the caller, if the protocol supports it. Rejects with `InputRequired` if the answers come with the next attempt. */
  readonly ask?: ((requests: InputRequests) => Promise<InputAnswers>) | undefined;
  /** Whether the call has answers to earlier input requests. */
  readonly hasAnswers?: boolean | undefined;
  /** Reads a field of the trace context: `traceparent`, `tracestate` or `baggage`. */
  readonly propagated?: ((field: string) => string | undefined) | undefined;
  /** The uploaded files of the input, by reference. */
  readonly uploads?: ReadonlyMap<string, UploadedFile> | undefined;
  /** The logger of the tool. */
  readonly logger?: Logger | undefined;
  /** How the call may continue as a task; absent if the caller does not support tasks. */
  readonly defer?: Deferral | undefined;
  /** The task that this run belongs to. */
  readonly task?: TaskRun | undefined;
}

/** Sends a log line to the caller. */
export type ReportLog = (level: keyof Logger, fields: object, message: string) => void;
