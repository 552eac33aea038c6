import type { Database } from './database.ts';
import type { TaskFile } from './task-file.ts';
import { versionOfTask } from './task-statements.ts';

interface Watched {
  readonly listeners: Set<() => void>;
  /** The last known version; `unseen` before the first poll. */
  version: number | undefined | 'unseen';
}

/** Receives errors of background work. */
export type Report = (error: unknown) => void;

/** Notifies watchers about changes to tasks: by this process at once, by other processes when it polls. */
export class ChangeFeed {
  readonly #file: TaskFile;
  readonly #pollMs: number;
  readonly #report: Report;
  readonly #watched = new Map<string, Watched>();
  /** SQLite changes it when another connection writes. */
  #dataVersion: unknown;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: TaskFile, pollMs: number, report: Report) {
    this.#file = file;
    this.#pollMs = pollMs;
    this.#report = report;
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

  /** Notifies watchers at once about a change by this process. */
  notify(id: string): void {
    for (const call of this.#watched.get(id)?.listeners ?? []) call();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watched.clear();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#poll(), this.#pollMs).unref();
  }

  async #poll(): Promise<void> {
    try {
      for (const id of await this.#file.read((database) => this.#changed(database))) this.notify(id);
    } catch (error) {
      this.#report(error);
    }
    this.#timer = undefined;
    if (this.#watched.size > 0) this.#schedule();
  }

  #changed(database: Database): readonly string[] {
    const dataVersion = database.pragma('data_version');
    const hasForeignWrites = dataVersion !== this.#dataVersion;
    const changes = [...this.#watched].flatMap(([id, watched]) => {
      if (!hasForeignWrites && watched.version !== 'unseen') return [];
      const version = versionOfTask(database, id);
      return version === watched.version ? [] : [{ id, watched, version }];
    });
    // After all queries: if one fails, the next poll must find the same changes.
    this.#dataVersion = dataVersion;
    return changes.map(({ id, watched, version }) => {
      watched.version = version;
      return id;
    });
  }
}
