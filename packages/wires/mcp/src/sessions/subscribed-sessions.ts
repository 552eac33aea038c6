import type { ResourceUpdates } from '../definitions/resource-updates.ts';

/** A session that may have subscribed. */
export interface SubscribedSession {
  readonly isOpen: boolean;
  readonly owner: string | undefined;
  unsubscribeAll(): void;
}

/** How many sessions may have subscribed, all in all and of one caller. */
export interface SubscribedLimits {
  readonly maxListeners: number;
  readonly maxListenersPerCaller: number;
}

/** The sessions that this process tells of changed resources: as many as may listen, and those that have subscribed last. */
export class SubscribedSessions {
  readonly updates: ResourceUpdates;
  readonly #limits: SubscribedLimits;
  readonly #sessions = new Set<SubscribedSession>();

  constructor(updates: ResourceUpdates, limits: SubscribedLimits) {
    this.updates = updates;
    this.#limits = limits;
  }

  /** Takes a session in, for which the earliest has to go where there are too many; `false` where none may be. */
  add(session: SubscribedSession): boolean {
    const { maxListeners, maxListenersPerCaller } = this.#limits;
    if (Math.min(maxListeners, maxListenersPerCaller) === 0) return false;
    for (const one of this.#sessions) if (!one.isOpen) one.unsubscribeAll();
    // Clients leave sessions without telling: the newest session is more likely in use than the oldest.
    const ofCaller = [...this.#sessions].filter(({ owner }) => owner !== undefined && owner === session.owner);
    if (ofCaller.length >= maxListenersPerCaller) ofCaller[0]?.unsubscribeAll();
    if (this.#sessions.size >= maxListeners) [...this.#sessions][0]?.unsubscribeAll();
    this.#sessions.add(session);
    return true;
  }

  delete(session: SubscribedSession): void {
    this.#sessions.delete(session);
  }
}
