import type { InputAnswers, InputRequests } from './input-request.ts';
import type { Outcome } from './outcome.ts';

/** A call that goes on, or has ended, as a task; times are milliseconds since 1970. */
export interface ServiceTask {
  /** Cannot be guessed. */
  readonly id: string;
  /** Grows with each change. */
  readonly version: number;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  /** How far it is, or how it ended, in words. */
  readonly message?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How long after its creation the task is forgotten, whatever its status. */
  readonly ttlMs: number;
  /** How often to ask about it. */
  readonly pollIntervalMs: number;
  /** What it waits for, by key, while input is required. */
  readonly requests?: InputRequests;
  /** The id of its call, and how that ended, once it has: `failed` where nobody knows how far its tool came. */
  readonly end?: { readonly callId: string; readonly outcome: Outcome };
}

/** Some of an owner's tasks, oldest first. */
export interface ServiceTaskPage {
  readonly tasks: readonly ServiceTask[];
  /** What to ask the next page with; left out on the last one. */
  readonly nextCursor?: string | undefined;
}

/** The calls of a server that go on as tasks, for wires to show to their owners. Another's is answered like one that never was: with `undefined`. */
export interface ServiceTasks {
  get(id: string, owner: string | undefined): Promise<ServiceTask | undefined>;
  /** The tasks of an owner; `undefined` for a cursor that is none. */
  list(owner: string | undefined, cursor?: string): Promise<ServiceTaskPage | undefined>;
  /** Cancels a task that goes on; one that has ended stays as it is, and `changed` is false. */
  cancel(
    id: string,
    owner: string | undefined,
  ): Promise<{ readonly task: ServiceTask; readonly changed: boolean } | undefined>;
  /** The task once it has ended; `undefined` also when it was forgotten before. Rejects with the signal's reason when that aborts. */
  result(
    id: string,
    owner: string | undefined,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<ServiceTask | undefined>;
  /** Gives answers to what the task has asked for; keys that wait for none are ignored. */
  answer(id: string, owner: string | undefined, answers: InputAnswers): Promise<ServiceTask | undefined>;
  /** Calls back with the task as it is, after each change, and with `undefined` when it is gone, until the function that it answers is called. */
  onChange(
    id: string,
    owner: string | undefined,
    listener: (task: ServiceTask | undefined) => void,
  ): Promise<(() => void) | undefined>;
}
