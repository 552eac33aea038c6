import type { McpUpdates } from '../definitions/updates.ts';
import type { Notify, Subscriber } from '../json-rpc/requests.ts';
import { SubscribedResources, updatedText } from '../prompts-and-resources/resource-subscriptions.ts';
import { maxListenersOf } from './listener-limit.ts';

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

/** A session with resource subscriptions. */
export interface SubscribedSession {
  readonly isOpen: boolean;
  readonly owner: string | undefined;
  unsubscribeAll(): void;
}

/** The sessions that this process notifies of changed resources. At a limit, the oldest subscribed session is removed. */
export class SubscribedSessions {
  readonly updates: McpUpdates;
  readonly #maxListeners: number;
  readonly #sessions = new Set<SubscribedSession>();

  constructor(updates: McpUpdates, maxListeners: number) {
    this.updates = updates;
    this.#maxListeners = maxListeners;
  }

  /** Adds a session; at a limit, the oldest is removed. `share` is the part for anonymous sessions. Returns `false` for a limit of zero. */
  add(session: SubscribedSession, share: number | undefined): boolean {
    const max = maxListenersOf(session.owner, this.#maxListeners, share);
    if (max === 0) return false;
    for (const other of this.#sessions) if (!other.isOpen) other.unsubscribeAll();
    // Clients abandon sessions silently, so the newest session is the likeliest in use.
    const ofCaller = [...this.#sessions].filter(({ owner }) => owner === session.owner);
    if (ofCaller.length >= max) ofCaller[0]?.unsubscribeAll();
    if (this.#sessions.size >= this.#maxListeners) [...this.#sessions][0]?.unsubscribeAll();
    this.#sessions.add(session);
    return true;
  }

  delete(session: SubscribedSession): void {
    this.#sessions.delete(session);
  }
}
