import type { JsonValue } from '../tool/schema-types.ts';
import type { InputRequest, InputRequests } from './input-request.ts';

/** A kind of input that a caller supports. Sampling with tools is a separate kind. */
export type Askable = InputRequest['kind'] | 'sampling_with_tools';

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
export interface TaskRun {
  readonly id: string;
  /** The idempotency key of the original call. */
  readonly idempotencyKey?: string | undefined;
  /** The last saved value of an earlier run. */
  readonly saved: JsonValue | undefined;
  /** Saves a value for the next run of this call. */
  readonly save: (value: JsonValue) => Promise<void>;
}

/** Whether the caller supports all of these requests. */
export function areAskable(requests: InputRequests, askable: readonly string[]): boolean {
  return Object.values(requests).every((request) => askable.includes(askableOf(request)));
}

/** The kind of input that a request needs. */
export function askableOf(request: InputRequest): Askable {
  return request.kind === 'sampling' && 'tools' in request.params ? 'sampling_with_tools' : request.kind;
}
