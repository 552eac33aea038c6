import { asContinuingElsewhere, type JsonFields } from '@toolwire/internal';
import { fenceOf } from '../record/claim.ts';
import { hasEnded, isOpen, type TaskRecord } from '../record/task-record.ts';

interface Waiter {
  readonly keys: readonly string[];
  readonly resolve: (answers: JsonFields) => void;
  readonly reject: (reason: unknown) => void;
}

/** The running work of a task: its abort signal and the answers it waits for. */
export class RunningTask {
  readonly #controller = new AbortController();
  readonly #waiting = new Set<Waiter>();
  readonly #expiresAt: number;
  readonly #fence: number;
  #latest: TaskRecord | undefined;

  constructor(record: TaskRecord) {
    this.#expiresAt = record.createdAt + record.ttlMs;
    this.#fence = fenceOf(record);
  }

  /** Aborts when the work must stop: the task is canceled, deleted or expired, another worker took it over, or the work is done. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Applies a newer record of the task; `undefined` if it was deleted. */
  update(record: TaskRecord | undefined): void {
    if (record === undefined && Date.now() >= this.#expiresAt) {
      this.expire();
      return;
    }
    if (record !== undefined && fenceOf(record) > this.#fence) {
      this.abortTakenOver();
      return;
    }
    if (record === undefined || hasEnded(record)) {
      this.abort(new DOMException('The task was canceled.', 'AbortError'));
      return;
    }
    if (record.version > (this.#latest?.version ?? 0)) this.#latest = record;
    for (const waiter of this.#waiting) this.#settle(waiter);
  }

  /** Aborts the work at the TTL of its task. */
  expire(): void {
    this.abort(new DOMException('The task exceeded its TTL.', 'TimeoutError'));
  }

  /** Aborts the work because another worker may have the task. */
  abortTakenOver(): void {
    this.abortHere('Another worker may have taken over the task.');
  }

  /** Aborts only this run. A later one may continue the task, so external work is not canceled. */
  abortHere(message: string): void {
    this.abort(asContinuingElsewhere(new DOMException(message, 'AbortError')));
  }

  /** Aborts the work, and rejects what it waits for. */
  abort(reason: DOMException): void {
    this.#controller.abort(reason);
    for (const { reject } of this.#waiting) reject(this.signal.reason);
    this.#waiting.clear();
  }

  /** Resolves with the answers to these keys when all of them exist. */
  answersTo(keys: readonly string[]): Promise<JsonFields> {
    return new Promise((resolve, reject) => {
      if (this.signal.aborted) return reject(this.signal.reason);
      const waiter = { keys, resolve, reject };
      this.#waiting.add(waiter);
      this.#settle(waiter);
    });
  }

  #settle(waiter: Waiter): void {
    const answered = new Map(
      this.#latest?.questions.filter((question) => !isOpen(question)).map(({ key, answer }) => [key, answer ?? null]),
    );
    if (!waiter.keys.every((key) => answered.has(key))) return;
    this.#waiting.delete(waiter);
    waiter.resolve(Object.fromEntries(waiter.keys.map((key) => [key, answered.get(key) ?? null])));
  }
}
