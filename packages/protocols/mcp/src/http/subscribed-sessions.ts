import type { McpUpdates } from '../definitions/updates.ts';
import { maxListenersOf } from './listener-limit.ts';

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
