import type { OperatorTask, TaskStatus } from '@toolwire/internal';
import type { InputAnswers, InputRequests } from './input-request.ts';
import type { Outcome } from './outcome.ts';

/** A call as a task. Times are milliseconds since 1970. */
export interface ServiceTask {
  /** An unguessable ID. */
  readonly id: string;
  /** Grows with each change. */
  readonly version: number;
  readonly status: TaskStatus;
  /** The progress or the result, in words. */
  readonly message?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The task is removed this long after its creation, whatever its status. */
  readonly ttlMs: number;
  /** How often to poll. */
  readonly pollIntervalMs: number;
  /** The requested input, by key. */
  readonly requests?: InputRequests;
  /** Set for `completed` and `failed`, not for `cancelled`. Without a stored result, `callId` is empty, and the tool may have run. */
  readonly end?: { readonly callId: string; readonly outcome: Outcome };
}

/** Some of an owner's tasks, oldest first. */
interface ServiceTaskPage {
  readonly tasks: readonly ServiceTask[];
  /** The cursor of the next page; absent on the last page. */
  readonly nextCursor?: string | undefined;
}

/** The tasks of a server, for protocols. Tasks of another owner are `undefined`, like unknown ones. */
export interface ServiceTasks {
  get(id: string, owner: string | undefined): Promise<ServiceTask | undefined>;
  /** Lists the tasks of an owner; `undefined` for an invalid cursor. */
  list(owner: string | undefined, cursor?: string): Promise<ServiceTaskPage | undefined>;
  /** Cancels a running task. An ended task does not change, and `changed` is false. */
  cancel(
    id: string,
    owner: string | undefined,
  ): Promise<{ readonly task: ServiceTask; readonly changed: boolean } | undefined>;
  /** Resolves when the task has ended; `undefined` if it was removed. Rejects when the signal aborts. */
  result(
    id: string,
    owner: string | undefined,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<ServiceTask | undefined>;
  /** Stores answers to requested input. Unknown keys are ignored. */
  answer(id: string, owner: string | undefined, answers: InputAnswers): Promise<ServiceTask | undefined>;
  /**
   * Calls the listener with the current task, after each change, and with `undefined` when the task is removed. Resolves to a function
   * that unsubscribes.
   */
  onChange(
    id: string,
    owner: string | undefined,
    listener: (task: ServiceTask | undefined) => void,
  ): Promise<(() => void) | undefined>;
}

/** Some durable calls. */
interface OperatorTaskPage {
  readonly tasks: readonly OperatorTask[];
  /** The cursor of the next page; absent on the last page. */
  readonly nextCursor?: string | undefined;
}

/** The durable calls of all callers, for a protocol that authenticates operators. */
export interface OperatorTasks {
  /** Returns a page of calls; `undefined` for an invalid cursor. */
  list(request?: { readonly cursor?: string | undefined }): Promise<OperatorTaskPage | undefined>;
  /** Cancels a running call; `undefined` if it does not exist. */
  cancel(id: string): Promise<OperatorTask | undefined>;
  /** Runs an ended call again; `undefined` if there is no ended call with this ID. */
  retry(id: string): Promise<OperatorTask | undefined>;
}
