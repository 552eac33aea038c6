import { checkNames, type NamesOf, startTimer } from '@toolwire/internal';

/** How a store polls for changes by other processes. */
export interface TaskChangesOptions {
  /** The poll interval in milliseconds, while any task is watched. */
  readonly pollMs: number;
  /** Returns the versions of these tasks, in order; `undefined` for a deleted one. Called with at most 500 IDs. */
  readonly versionsOf: (ids: readonly string[]) => Promise<readonly (number | undefined)[]>;
  /** Receives the errors of polls. */
  readonly report: (error: unknown) => void;
}

/** Notifies the watchers of tasks about changes. */
export interface TaskChanges {
  /** Calls the listener after each change, and once for the first known version. Returns a function that stops it. */
  watch(id: string, listener: () => void): () => void;
  /** Notifies watchers at once about a change by this process. */
  notify(id: string): void;
}

const optionNames: NamesOf<TaskChangesOptions> = { pollMs: true, versionsOf: true, report: true };

/** The most tasks per query. */
const batchSize = 500;

/** Creates a poller for stores without change notifications. */
export function createTaskChanges(options: TaskChangesOptions): TaskChanges {
  checkNames('createTaskChanges()', options, optionNames);
  return new PolledChanges(options);
}

interface WatchedTask {
  readonly listeners: Set<() => void>;
  /** The last known version. */
  version: number | undefined | 'unseen';
}

class PolledChanges implements TaskChanges {
  readonly #options: TaskChangesOptions;
  readonly #watched = new Map<string, WatchedTask>();
  #isScheduled = false;

  constructor(options: TaskChangesOptions) {
    this.#options = options;
  }

  watch(id: string, listener: () => void): () => void {
    // A new function, so the same listener may watch twice.
    const call = (): void => listener();
    const watched = this.#watched.get(id) ?? { listeners: new Set(), version: 'unseen' };
    watched.listeners.add(call);
    this.#watched.set(id, watched);
    this.#schedule();
    return () => {
      watched.listeners.delete(call);
      if (watched.listeners.size === 0 && this.#watched.get(id) === watched) this.#watched.delete(id);
    };
  }

  notify(id: string): void {
    for (const call of this.#watched.get(id)?.listeners ?? []) call();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    startTimer(this.#options.pollMs, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    try {
      const watched = [...this.#watched];
      for (let start = 0; start < watched.length; start += batchSize) {
        await this.#compare(watched.slice(start, start + batchSize));
      }
    } catch (error) {
      this.#options.report(error);
    }
    this.#isScheduled = false;
    if (this.#watched.size > 0) this.#schedule();
  }

  async #compare(batch: readonly (readonly [id: string, watched: WatchedTask])[]): Promise<void> {
    const versions = await this.#options.versionsOf(batch.map(([id]) => id));
    for (const [index, [id, watched]] of batch.entries()) {
      if (watched.version === versions[index]) continue;
      watched.version = versions[index];
      this.notify(id);
    }
  }
}
