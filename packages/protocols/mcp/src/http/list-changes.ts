import type { ToolService } from '@toolwire/core/wire';
import type { McpUpdates } from '../definitions/updates.ts';
import { type ListKind, onListChanged } from '../json-rpc/list-changed.ts';

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
