import type { Statements } from './statements.ts';
import type { TaskFile } from './task-file.ts';
import { versionOfTask } from './task-rows.ts';

interface Watched {
  readonly listeners: Set<() => void>;
  /** Which version was seen last; `unseen` before the first look. */
  version: number | undefined | 'unseen';
}

/** Hears of what goes wrong while nobody waits. */
export type Report = (error: unknown) => void;

/** Tells of changes to tasks: at once of those of this process, and of others when it looks. */
export class ChangeFeed {
  readonly #file: TaskFile;
  readonly #pollMs: number;
  readonly #report: Report;
  readonly #watched = new Map<string, Watched>();
  /** Changes when another connection has written. */
  #dataVersion: unknown;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: TaskFile, pollMs: number, report: Report) {
    this.#file = file;
    this.#pollMs = pollMs;
    this.#report = report;
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
      if (watched.listeners.size === 0 && this.#watched.get(id) === watched) this.#watched.delete(id);
    };
  }

  /** Tells of a change that this process has made. */
  tell(id: string): void {
    for (const call of this.#watched.get(id)?.listeners ?? []) call();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watched.clear();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#look(), this.#pollMs).unref();
  }

  async #look(): Promise<void> {
    try {
      for (const id of await this.#file.read((database) => this.#changed(database))) this.tell(id);
    } catch (error) {
      this.#report(error);
    }
    this.#timer = undefined;
    if (this.#watched.size > 0) this.#schedule();
  }

  #changed(database: Statements): readonly string[] {
    const dataVersion = database.setting('PRAGMA data_version');
    const othersWrote = dataVersion !== this.#dataVersion;
    this.#dataVersion = dataVersion;
    return [...this.#watched].flatMap(([id, watched]) => {
      if (!othersWrote && watched.version !== 'unseen') return [];
      const version = versionOfTask(database, id);
      if (version === watched.version) return [];
      watched.version = version;
      return [id];
    });
  }
}
