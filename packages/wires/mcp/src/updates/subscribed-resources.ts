import type { ResourceUpdates } from '../definitions/resource-updates.ts';
import type { Subscriber } from '../revisions/legacy-request.ts';

/** How many characters the addresses may have together that one client has subscribed to: some hundreds of addresses. */
const longestInAll = 32 * 1024;

/** What one client has subscribed to, of which it is told, and of nothing else. */
export class SubscribedResources implements Subscriber {
  readonly #updates: ResourceUpdates;
  readonly #tell: (uri: string) => void;
  readonly #uris = new Set<string>();
  #length = 0;
  #forget: (() => void) | undefined;

  constructor(updates: ResourceUpdates, tell: (uri: string) => void) {
    this.#updates = updates;
    this.#tell = tell;
  }

  get isEmpty(): boolean {
    return this.#uris.size === 0;
  }

  subscribe(uri: string): boolean {
    if (this.#uris.has(uri)) return true;
    if (this.#length + uri.length > longestInAll) return false;
    this.#uris.add(uri);
    this.#length += uri.length;
    this.#forget ??= this.#updates.onUpdated((updated) => {
      if (this.#uris.has(updated)) this.#tell(updated);
    });
    return true;
  }

  unsubscribe(uri: string): void {
    if (!this.#uris.delete(uri)) return;
    this.#length -= uri.length;
    if (this.isEmpty) this.close();
  }

  /** Tells of nothing more. */
  close(): void {
    this.#uris.clear();
    this.#length = 0;
    this.#forget?.();
    this.#forget = undefined;
  }
}
