import type { JsonValue } from './json.ts';

/** A call by its name, so that any process with the same tools can run it. It holds nothing that only its caller may know. */
export interface TaskCall {
  readonly toolId: string;
  /** Exact, so that a deploy in between changes nothing. */
  readonly toolVersion: string;
  readonly input: JsonValue;
  /** Who has called, as far as the tool may know. */
  readonly principal?: JsonValue;
  /** The caller's id for the call, to hand to what the tool has an effect on. */
  readonly callId: string;
  /** Whom the call is for, where its caller says so. */
  readonly userId?: string;
  /** What its caller can be asked for, by kinds such as `form`; a call that asks for anything else ends. Nothing if left out. */
  readonly askable?: readonly string[];
  /** Joins the run to the trace of its caller. */
  readonly traceparent?: string;
  /** What it brought along for itself, sealed with a key of the server's; gone when it has ended. */
  readonly sealed?: string;
  /** Whether it may run again when its worker is lost, as tools may that are idempotent or change nothing. */
  readonly retrySafe: boolean;
}
