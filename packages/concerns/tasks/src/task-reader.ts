import { startTimer } from '@toolwire/internal';
import type { Observe } from './shared-observer.ts';
import type { JsonObject, Task } from './task.ts';
import type { TaskLedger } from './task-ledger.ts';
import { hasEnded, type TaskRecord, viewOf } from './task-record.ts';
import type { TaskPage, TaskReader } from './tasks.ts';
import { answer, cancel } from './transitions.ts';

const pageSize = 100;

/** Everything that a task reader needs. */
export interface ReaderDependencies {
  readonly ledger: TaskLedger;
  readonly observe: Observe;
  readonly pollIntervalMs: number;
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
    const record = await this.#dependencies.ledger.read(id, owner);
    return record && this.view(record);
  }

  async list(owner: string | undefined, cursor?: string): Promise<TaskPage | undefined> {
    const page = await this.#dependencies.ledger.store.list(owner ?? null, { cursor, limit: pageSize });
    return page && { tasks: page.records.map((record) => this.view(record)), nextCursor: page.nextCursor };
  }

  async cancel(id: string, owner: string | undefined): Promise<{ task: Task; changed: boolean } | undefined> {
    const { ledger } = this.#dependencies;
    if ((await ledger.read(id, owner)) === undefined) return undefined;
    let changed = false;
    const record = await ledger.update(id, (current, now) => {
      const canceled = cancel(current, now);
      changed = canceled !== undefined;
      return canceled;
    });
    return record && { task: this.view(record), changed };
  }

  async result(
    id: string,
    owner: string | undefined,
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Task | undefined> {
    const record = await this.#dependencies.ledger.read(id, owner);
    if (record === undefined || hasEnded(record)) return record && this.view(record);
    const ended = await waitForEnd(this.#dependencies.observe, record, signal);
    return ended && this.view(ended);
  }

  async answer(id: string, owner: string | undefined, answers: JsonObject): Promise<Task | undefined> {
    const { ledger, onAnswer } = this.#dependencies;
    if ((await ledger.read(id, owner)) === undefined) return undefined;
    const record = await ledger.update(id, answer(answers));
    if (record !== undefined) await onAnswer?.(record);
    return record && this.view(record);
  }

  async remove(id: string, owner: string | undefined): Promise<void> {
    const { ledger } = this.#dependencies;
    if ((await ledger.read(id, owner)) !== undefined) await ledger.store.remove(id);
  }

  async onChange(
    id: string,
    owner: string | undefined,
    listener: (task: Task | undefined) => void,
  ): Promise<(() => void) | undefined> {
    const { ledger, observe } = this.#dependencies;
    if ((await ledger.read(id, owner)) === undefined) return undefined;
    const observation = observe(id, (seen) => listener(seen && this.view(seen)));
    observation.refresh();
    return observation.stop;
  }

  /** The owner's view of a record. */
  protected view(record: TaskRecord): Task {
    return viewOf(record, this.#dependencies.pollIntervalMs);
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
