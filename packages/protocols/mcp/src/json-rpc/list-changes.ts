import type { ToolService } from '@toolwire/core/wire';
import type { McpLists, McpUpdates } from '../definitions/updates.ts';
import { notificationText } from './notifications.ts';

/** A list that can change. */
export type ListKind = 'tools' | keyof McpLists;

/** Calls back after a list has changed. Returns a function that ends this. */
export function onListChanged(
  service: ToolService,
  updates: McpUpdates | undefined,
  changed: (kind: ListKind) => void,
): () => void {
  const stopTools = service.onToolsChanged(() => changed('tools'));
  const stopLists = updates?.onListChanged(changed);
  return () => {
    stopTools();
    stopLists?.();
  };
}

/** Encodes the notification of a changed list. `meta` is a JSON member of its parameters. */
export function listChangedText(kind: ListKind, meta = ''): string {
  return notificationText(`notifications/${kind}/list_changed`, `{${meta}}`);
}

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
