import type { ResourceUpdates } from '../definitions/resource-updates.ts';
import type { Subscriber } from '../revisions/legacy-request.ts';
import type { Notify } from '../rpc/context.ts';
import { SubscribedResources } from '../updates/subscribed-resources.ts';
import { updatedText } from '../updates/updated-text.ts';

/** What the client of a session has subscribed to: it is told on a stream of its own requests, on the next one where none is open. */
export class SessionSubscriptions implements Subscriber {
  readonly #subscribed: SubscribedResources;
  readonly #untold = new Set<string>();

  /** `openStream` finds a stream that somebody reads. */
  constructor(updates: ResourceUpdates, openStream: () => Notify | undefined) {
    this.#subscribed = new SubscribedResources(updates, (uri) => {
      const notify = openStream();
      // MCP-HTTP-08: on one stream, however many are open.
      if (notify === undefined) this.#untold.add(uri);
      else tell(notify, uri);
    });
  }

  get isEmpty(): boolean {
    return this.#subscribed.isEmpty;
  }

  subscribe(uri: string): boolean {
    return this.#subscribed.subscribe(uri);
  }

  unsubscribe(uri: string): void {
    this.#untold.delete(uri);
    this.#subscribed.unsubscribe(uri);
  }

  /** Tells on a stream that has opened what had none before. */
  catchUp(notify: Notify): void {
    for (const uri of this.#untold) tell(notify, uri);
    this.#untold.clear();
  }

  close(): void {
    this.#untold.clear();
    this.#subscribed.close();
  }
}

function tell(notify: Notify, uri: string): void {
  notify(updatedText(uri), `resource ${uri}`);
}
