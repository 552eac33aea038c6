import type { IntrospectByHash } from './introspection-cache.ts';
import type { IntrospectionResponse } from './introspection-response.ts';

/** Sends one introspection request; calls `onTimeout` when it times out. */
export type IntrospectWithTimeout = (token: string, onTimeout: () => void) => Promise<IntrospectionResponse>;

/** How long no request is sent for a token whose request timed out. */
const cooldownMs = 10_000;

/** The largest number of pending requests. */
const maxConcurrent = 250;

/** Some requests still get through, so that one response ends the throttling. */
const maxConcurrentWhileThrottled = 10;

/** One timeout can be the fault of a single token, so it does not throttle the others. */
const timeoutsBeforeThrottling = 3;

/** More tokens than can time out during the cooldown. */
const maxRecentTimeouts = 10_000;

/**
 * Limits concurrent requests, and throttles them after several timeouts in a row. It never blocks all requests:
 * otherwise an attacker with one token that hangs the server could lock out every caller.
 */
export function limitIntrospection(introspect: IntrospectWithTimeout): IntrospectByHash {
  const recentTimeouts = new RecentTimeouts();
  let pending = 0;
  let lastResponseAt = Number.NEGATIVE_INFINITY;
  let timeoutsInARow = 0;

  return async (token, hash) => {
    if (recentTimeouts.has(hash)) {
      throw new Error('The last introspection request for this token timed out, so none is sent for a while.');
    }
    if (timeoutsInARow >= timeoutsBeforeThrottling && pending >= maxConcurrentWhileThrottled) {
      throw new Error('Several introspection requests in a row timed out, so only a few are sent at once.');
    }
    if (pending >= maxConcurrent) {
      throw new Error(`${maxConcurrent} introspection requests are pending, which is the limit.`);
    }
    const startedAt = performance.now();
    let isTimedOut = false;
    pending += 1;
    try {
      return await introspect(token, () => {
        isTimedOut = true;
        recentTimeouts.add(hash);
        // A slow request does not count if the server responded to another one meanwhile.
        if (lastResponseAt < startedAt) timeoutsInARow += 1;
      });
    } finally {
      pending -= 1;
      // A fast failure counts as a response: no caller has to wait for it.
      if (!isTimedOut) {
        lastResponseAt = performance.now();
        timeoutsInARow = 0;
      }
    }
  };
}

/** The hashes of tokens whose requests timed out recently. */
class RecentTimeouts {
  readonly #until = new Map<string, number>();

  has(hash: string): boolean {
    const until = this.#until.get(hash);
    return until !== undefined && performance.now() < until;
  }

  /** Adds a hash, and removes expired ones; the oldest is evicted when the list is full. */
  add(hash: string): void {
    const now = performance.now();
    this.#until.delete(hash);
    for (const [oldest, until] of this.#until) {
      if (until > now && this.#until.size < maxRecentTimeouts) break;
      this.#until.delete(oldest);
    }
    this.#until.set(hash, now + cooldownMs);
  }
}
