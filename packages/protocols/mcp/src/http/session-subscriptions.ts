import type { McpUpdates } from '../definitions/updates.ts';
import type { Notify } from '../json-rpc/message-context.ts';
import type { Subscriber } from '../json-rpc/requests.ts';
import { SubscribedResources, updatedText } from '../prompts-and-resources/resource-subscriptions.ts';

/** The resource subscriptions of a session. Notifications use an open stream of its requests, or else the next one. */
export class SessionSubscriptions implements Subscriber {
  readonly #subscribed: SubscribedResources;
  readonly #undelivered = new Set<string>();

  /** `openStream` returns a stream that is being read. */
  constructor(updates: McpUpdates, openStream: () => Notify | undefined) {
    this.#subscribed = new SubscribedResources(updates, (uri) => {
      const notify = openStream();
      // On exactly one stream. MCP-HTTP-08
      if (notify === undefined) this.#undelivered.add(uri);
      else notifyUpdated(notify, uri);
    });
  }

  get isEmpty(): boolean {
    return this.#subscribed.isEmpty;
  }

  subscribe(uri: string): boolean {
    return this.#subscribed.subscribe(uri);
  }

  unsubscribe(uri: string): void {
    this.#undelivered.delete(uri);
    this.#subscribed.unsubscribe(uri);
  }

  /** Sends the undelivered notifications on a new stream. */
  flush(notify: Notify): void {
    for (const uri of this.#undelivered) notifyUpdated(notify, uri);
    this.#undelivered.clear();
  }

  close(): void {
    this.#undelivered.clear();
    this.#subscribed.close();
  }
}

function notifyUpdated(notify: Notify, uri: string): void {
  notify(updatedText(uri), `resource ${uri}`);
}
