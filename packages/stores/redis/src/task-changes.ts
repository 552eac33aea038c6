import type { PatientConnection } from './patient-connection.ts';
import type { TaskKeys } from './task-keys.ts';
import { newsOfTasksScript } from './task-scripts.ts';

/** How many tasks are looked at in one step, which others wait for. */
const lookedAtOnce = 500;

interface Watched {
  readonly listeners: Set<() => void>;
  /** Which version was seen last; left out before the first look. */
  version?: string;
}

/** Tells of changes to tasks: at once of those of this process, and of others when it looks. */
export class TaskChanges {
  readonly #connection: PatientConnection;
  readonly #keys: TaskKeys;
  readonly #pollMs: number;
  /** Hears of failures that nobody waits for. */
  readonly report: (error: unknown) => void;
  readonly #watched = new Map<string, Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    connection: PatientConnection,
    keys: TaskKeys,
    { pollMs, report }: { readonly pollMs: number; readonly report: (error: unknown) => void },
  ) {
    this.#connection = connection;
    this.#keys = keys;
    this.#pollMs = pollMs;
    this.report = report;
  }

  watch(id: string, listener: () => void): () => void {
    // A function of its own, so that the same listener may watch twice.
    const call = (): void => listener();
    const watched = this.#watched.get(id) ?? { listeners: new Set() };
    watched.listeners.add(call);
    this.#watched.set(id, watched);
    this.#schedule();
    return () => {
      watched.listeners.delete(call);
      if (watched.listeners.size > 0 || this.#watched.get(id) !== watched) return;
      this.#watched.delete(id);
      if (this.#watched.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Tells of a change that this process has made. */
  tell(id: string): void {
    for (const call of this.#watched.get(id)?.listeners ?? []) call();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#look(), this.#pollMs).unref();
  }

  async #look(): Promise<void> {
    try {
      const all = [...this.#watched];
      for (let from = 0; from < all.length; from += lookedAtOnce) {
        await this.#compare(all.slice(from, from + lookedAtOnce));
      }
    } catch (error) {
      this.report(error);
    }
    this.#timer = undefined;
    if (this.#watched.size > 0) this.#schedule();
  }

  async #compare(some: readonly (readonly [id: string, watched: Watched])[]): Promise<void> {
    const keys = some.map(([id]) => this.#keys.recordOf(id));
    const reply = await this.#connection.runOnce(newsOfTasksScript, keys);
    const versions = Array.isArray(reply) ? reply.map(String) : [];
    for (const [index, [id, watched]] of some.entries()) {
      const version = versions[index] ?? '';
      if (watched.version === version) continue;
      watched.version = version;
      this.tell(id);
    }
  }
}
