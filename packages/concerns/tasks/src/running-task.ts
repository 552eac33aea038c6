import type { JsonObject } from './json.ts';
import { hasEnded, isOpen, type TaskRecord } from './task-record.ts';

interface Waiting {
  readonly keys: readonly string[];
  readonly resolve: (answers: JsonObject) => void;
  readonly reject: (reason: unknown) => void;
}

/** The work of a task in this process: its signal, and what it waits for. */
export class RunningTask {
  readonly #controller = new AbortController();
  readonly #waiting = new Set<Waiting>();
  #latest: TaskRecord | undefined;

  /** Aborts when the task was cancelled or is gone. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Takes note of what has become of the task, by whomever. */
  see(record: TaskRecord | undefined): void {
    if (record === undefined || hasEnded(record)) {
      this.abort(new DOMException('The task was cancelled.', 'AbortError'));
      return;
    }
    if (record.version > (this.#latest?.version ?? 0)) this.#latest = record;
    for (const one of this.#waiting) this.#settle(one);
  }

  /** Ends the work, and whatever it waits for. */
  abort(reason: DOMException): void {
    this.#controller.abort(reason);
    for (const { reject } of this.#waiting) reject(this.signal.reason);
    this.#waiting.clear();
  }

  /** The answers to these keys, once all of them are there. */
  answersTo(keys: readonly string[]): Promise<JsonObject> {
    return new Promise((resolve, reject) => {
      if (this.signal.aborted) return reject(this.signal.reason);
      const one = { keys, resolve, reject };
      this.#waiting.add(one);
      this.#settle(one);
    });
  }

  #settle(one: Waiting): void {
    const answered = new Map(
      this.#latest?.questions.filter((question) => !isOpen(question)).map(({ key, answer }) => [key, answer ?? null]),
    );
    if (!one.keys.every((key) => answered.has(key))) return;
    this.#waiting.delete(one);
    one.resolve(Object.fromEntries(one.keys.map((key) => [key, answered.get(key) ?? null])));
  }
}
