import { type Json, type JsonFields, startTimer } from '@toolwire/internal';
import { type Task, viewOf } from '../record/task.ts';
import { hasEnded, type TaskRecord } from '../record/task-record.ts';
import { cancelRecord, setAnswers } from '../record/transitions.ts';
import type { Observe } from './observe.ts';
import type { TaskLedger } from './task-ledger.ts';

/** A page of the tasks of an owner, oldest first. */
export interface TaskPage<Question = Json> {
  readonly tasks: readonly Task<Question>[];
  /** The cursor of the next page; omitted on the last one. */
  readonly nextCursor?: string | undefined;
}

/**
 * Reads and changes tasks on behalf of their owners. A task of another owner looks like one that does not exist: `undefined`. Promises
 * reject only if the store fails.
 */
export interface TaskReader<Question = Json, Answer = Json> {
  get(id: string, owner: string | undefined): Promise<Task<Question> | undefined>;
  /** Returns a page of tasks; `undefined` for an invalid cursor. Anonymous callers see the tasks of all anonymous callers. */
  list(owner: string | undefined, cursor?: string): Promise<TaskPage<Question> | undefined>;
  /** Cancels a running task. An ended one stays unchanged, and `changed` is false. */
  cancel(
    id: string,
    owner: string | undefined,
  ): Promise<{ readonly task: Task<Question>; readonly changed: boolean } | undefined>;
  /** Resolves with the task when it has ended; `undefined` if it was deleted before. Rejects with the reason of the signal. */
  result(
    id: string,
    owner: string | undefined,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Task<Question> | undefined>;
  /** Answers the open requests of a task. Other keys are ignored. */
  answer(
    id: string,
    owner: string | undefined,
    answers: Readonly<Record<string, Answer>>,
  ): Promise<Task<Question> | undefined>;
  /** Deletes a task, and aborts its work. */
  remove(id: string, owner: string | undefined): Promise<void>;
  /** Calls the listener with the task now and after each change, and with `undefined` when it is deleted. Resolves with a function that stops it. */
  onChange(
    id: string,
    owner: string | undefined,
    listener: (task: Task<Question> | undefined) => void,
  ): Promise<(() => void) | undefined>;
}

const pageSize = 100;

/** Everything that a task reader needs. */
export interface ReaderDependencies {
  readonly ledger: TaskLedger;
  readonly observe: Observe;
  /** Called after the owner of a task gave answers. */
  readonly onAnswer?: ((record: TaskRecord) => Promise<void>) | undefined;
}

/** Reads and changes tasks on behalf of their owners. */
export class RecordReader implements TaskReader {
  readonly #dependencies: ReaderDependencies;

  constructor(dependencies: ReaderDependencies) {
    this.#dependencies = dependencies;
  }

  async get(id: string, owner: string | undefined): Promise<Task | undefined> {
    const record = await this.#dependencies.ledger.readOwned(id, owner);
    return record && viewOf(record);
  }

  async list(owner: string | undefined, cursor?: string): Promise<TaskPage | undefined> {
    const page = await this.#dependencies.ledger.store.list(owner ?? null, { cursor, limit: pageSize });
    return page && { tasks: page.records.map(viewOf), nextCursor: page.nextCursor };
  }

  async cancel(id: string, owner: string | undefined): Promise<{ task: Task; changed: boolean } | undefined> {
    const { ledger } = this.#dependencies;
    if ((await ledger.readOwned(id, owner)) === undefined) return undefined;
    let changed = false;
    const record = await ledger.update(id, (current, now) => {
      const canceled = cancelRecord(current, now);
      changed = canceled !== undefined;
      return canceled;
    });
    return record && { task: viewOf(record), changed };
  }

  async result(
    id: string,
    owner: string | undefined,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Task | undefined> {
    const record = await this.#dependencies.ledger.readOwned(id, owner);
    if (record === undefined || hasEnded(record)) return record && viewOf(record);
    const ended = await waitForEnd(this.#dependencies.observe, record, signal);
    return ended && viewOf(ended);
  }

  async answer(id: string, owner: string | undefined, answers: JsonFields): Promise<Task | undefined> {
    const { ledger, onAnswer } = this.#dependencies;
    if ((await ledger.readOwned(id, owner)) === undefined) return undefined;
    const record = await ledger.update(id, setAnswers(answers));
    if (record !== undefined) await onAnswer?.(record);
    return record && viewOf(record);
  }

  async remove(id: string, owner: string | undefined): Promise<void> {
    const { ledger } = this.#dependencies;
    if ((await ledger.readOwned(id, owner)) !== undefined) await ledger.store.remove(id);
  }

  async onChange(
    id: string,
    owner: string | undefined,
    listener: (task: Task | undefined) => void,
  ): Promise<(() => void) | undefined> {
    const { ledger, observe } = this.#dependencies;
    if ((await ledger.readOwned(id, owner)) === undefined) return undefined;
    const observation = observe(id, (seen) => listener(seen && viewOf(seen)));
    observation.refresh();
    return observation.stop;
  }
}

/** Resolves with the record when its task has ended; `undefined` if it was deleted before. Rejects with the reason of the signal. */
function waitForEnd(
  observe: Observe,
  { id, ttlMs }: TaskRecord,
  signal: AbortSignal | undefined,
): Promise<TaskRecord | undefined> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      observation.stop();
      stopTimer();
      signal?.removeEventListener('abort', rejectAborted);
    };
    const rejectAborted = (): void => {
      finish();
      reject(signal?.reason);
    };
    const onRecord = (record: TaskRecord | undefined): void => {
      if (record !== undefined && !hasEnded(record)) return;
      finish();
      resolve(record);
    };
    const observation = observe(id, onRecord);
    // If the process of the work is gone, no change is reported at the TTL.
    const stopTimer = startTimer(ttlMs, () => onRecord(undefined));
    signal?.addEventListener('abort', rejectAborted, { once: true });
    if (signal?.aborted) rejectAborted();
    // Catches changes since the record was read.
    else observation.refresh();
  });
}
