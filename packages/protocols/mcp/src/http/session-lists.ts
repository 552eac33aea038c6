import type { ToolService } from '@toolwire/core/wire';
import type { McpUpdates } from '../definitions/updates.ts';
import { type ListKind, listChangedText, onListChanged } from '../json-rpc/list-changed.ts';
import type { Notify } from '../json-rpc/message-context.ts';

/** Counts the changes of lists in this process, for all sessions of an endpoint. */
export class ListChanges {
  readonly #updates: McpUpdates | undefined;
  readonly #last = new Map<ListKind, number>();
  readonly #listeners = new Set<() => void>();
  readonly #services = new WeakSet<ToolService>();
  #count = 0;

  constructor(updates: McpUpdates | undefined) {
    this.#updates = updates;
  }

  /** Counts the changes of a service, once. */
  follow(service: ToolService): void {
    if (this.#services.has(service)) return;
    this.#services.add(service);
    onListChanged(service, this.#updates, (kind) => {
      this.#count += 1;
      this.#last.set(kind, this.#count);
      for (const listener of this.#listeners) listener();
    });
  }

  /** The number of changes so far. */
  get count(): number {
    return this.#count;
  }

  /** The lists that have changed after the first `count` changes. */
  since(count: number): readonly ListKind[] {
    return [...this.#last].filter(([, last]) => last > count).map(([kind]) => kind);
  }

  /** Calls back at each change. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}

/** The changes that a session knows. A session has no separate stream, so notifications use the streams of its requests. */
export class SessionLists {
  readonly #changes: ListChanges;
  #known: number;

  constructor(changes: ListChanges) {
    this.#changes = changes;
    this.#known = changes.count;
  }

  /** Sends the new changes on a stream, if there is one. */
  flush(notify: Notify | undefined): void {
    if (notify === undefined || this.#known === this.#changes.count) return;
    const changed = this.#changes.since(this.#known);
    this.#known = this.#changes.count;
    for (const kind of changed) notify(listChangedText(kind), kind);
  }

  /** Calls back at each change. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    return this.#changes.onChange(listener);
  }
}
