import { checkNames, type NamesOf } from '@toolwire/internal';
import { startTimer } from './timer.ts';

/** How a store looks for what other processes have done. */
export interface TaskChangesOptions {
  /** How often to look, in milliseconds, while any task is watched. */
  readonly pollMs: number;
  /** The version of each of these tasks, in their order; `undefined` for one that is gone. One step, and so not for more than some hundreds. */
  readonly versionsOf: (ids: readonly string[]) => Promise<readonly (number | undefined)[]>;
  /** Hears of failures, as nobody waits for a look. */
  readonly report: (error: unknown) => void;
}

/** Tells those who watch tasks of changes. */
export interface TaskChanges {
  /** Calls back after each change, and once for how the task was found, until the function that it answers is called. */
  watch(id: string, listener: () => void): () => void;
  /** Tells at once of a change that this process has made. */
  tell(id: string): void;
}

const optionNames: NamesOf<TaskChangesOptions> = { pollMs: true, versionsOf: true, report: true };

/** How many tasks are looked at in one step, which others wait for. */
const lookedAtOnce = 500;

/** Makes what a store needs to let tasks be watched whose changes nobody tells it of. */
export function createTaskChanges(options: TaskChangesOptions): TaskChanges {
  checkNames('createTaskChanges()', options, optionNames);
  return new PolledChanges(options);
}

interface Watched {
  readonly listeners: Set<() => void>;
  /** Which version was seen last. */
  version: number | undefined | 'unseen';
}

class PolledChanges implements TaskChanges {
  readonly #options: TaskChangesOptions;
  readonly #watched = new Map<string, Watched>();
  #stopTimer: (() => void) | undefined;

  constructor(options: TaskChangesOptions) {
    this.#options = options;
  }

  watch(id: string, listener: () => void): () => void {
    // A function of its own, so that the same listener may watch twice.
    const call = (): void => listener();
    const watched = this.#watched.get(id) ?? { listeners: new Set(), version: 'unseen' };
    watched.listeners.add(call);
    this.#watched.set(id, watched);
    this.#schedule();
    return () => {
      watched.listeners.delete(call);
      if (watched.listeners.size > 0 || this.#watched.get(id) !== watched) return;
      this.#watched.delete(id);
      if (this.#watched.size > 0) return;
      this.#stopTimer?.();
      this.#stopTimer = undefined;
    };
  }

  tell(id: string): void {
    for (const call of this.#watched.get(id)?.listeners ?? []) call();
  }

  #schedule(): void {
    this.#stopTimer ??= startTimer(this.#options.pollMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    try {
      const all = [...this.#watched];
      for (let from = 0; from < all.length; from += lookedAtOnce) {
        await this.#compare(all.slice(from, from + lookedAtOnce));
      }
    } catch (error) {
      this.#options.report(error);
    }
    this.#stopTimer = undefined;
    if (this.#watched.size > 0) this.#schedule();
  }

  async #compare(some: readonly (readonly [id: string, watched: Watched])[]): Promise<void> {
    const versions = await this.#options.versionsOf(some.map(([id]) => id));
    for (const [index, [id, watched]] of some.entries()) {
      if (watched.version === versions[index]) continue;
      watched.version = versions[index];
      this.tell(id);
    }
  }
}
