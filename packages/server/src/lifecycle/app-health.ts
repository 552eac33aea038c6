import { isPromise, type Logger, type MaybePromise } from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import { isWithin, longestTimerMs, type NamesOf } from '@toolwire/internal';

/** Whether the dependencies of the tools work, such as a database. Receives no data of a caller. */
export type CheckHealth = () => MaybePromise<boolean>;

/** A health check with its timeout and cache. */
export interface HealthOptions {
  /** Returns whether the dependencies of the tools work, such as a database. */
  readonly check: CheckHealth;
  /** The timeout of the check, in milliseconds; 2000 by default. A timeout counts as unhealthy. */
  readonly timeoutMs?: number | undefined;
  /** How long a result is cached, in milliseconds; 1000 by default. */
  readonly cacheMs?: number | undefined;
}

/** The names of `HealthOptions`. */
export const healthNames: NamesOf<HealthOptions> = { check: true, timeoutMs: true, cacheMs: true };

/**
 * Creates the check behind `/health`. Unauthenticated users can request it, so the check runs once at a time and its result is cached. It
 * fails if it throws, times out, or an earlier run still hangs.
 */
export function createHealth(
  given: CheckHealth | HealthOptions | undefined,
  isUp: () => boolean,
  logger: Logger,
): () => MaybePromise<boolean> {
  if (given === undefined) return isUp;
  const { check, timeoutMs = 2_000, cacheMs = 1_000 } = typeof given === 'function' ? { check: given } : given;
  let wasHealthy = true;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | undefined;
  let isRunning = false;

  const conclude = (healthy: boolean, why: object): boolean => {
    checkedAt = performance.now();
    // Logged once per change, because probes come every few seconds.
    if (wasHealthy && !healthy) logger.warn(why, 'The health check of the app fails, so /health answers 503');
    if (!wasHealthy && healthy) logger.info({}, 'The health check of the app is well again');
    wasHealthy = healthy;
    return healthy;
  };
  const ask = async (): Promise<boolean> => {
    if (isRunning) return conclude(false, { reason: 'it has not come back', timeoutMs });
    isRunning = true;
    const running = Promise.resolve()
      .then(() => check())
      .finally(() => {
        isRunning = false;
      });
    try {
      const answer = await before(timeoutMs, running);
      return answer === late
        ? conclude(false, { reason: 'it takes too long', timeoutMs })
        : conclude(answer === true, { reason: 'it did not return true' });
    } catch (thrown) {
      return conclude(false, { reason: 'it threw', error: describeThrown(thrown) });
    }
  };
  return () => {
    if (!isUp()) return false;
    if (performance.now() - checkedAt < cacheMs) return wasHealthy;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking.then((healthy) => healthy && isUp());
  };
}

/** Returns what is wrong with the option, for plain JavaScript. */
export function healthProblem(given: unknown): string | undefined {
  if (given === undefined || typeof given === 'function') return undefined;
  const { check, timeoutMs = 1, cacheMs = 1 } = isObject(given) && !isPromise(given) ? given : {};
  const fits = typeof check === 'function' && isTime(timeoutMs) && timeoutMs > 0 && isTime(cacheMs);
  return fits ? undefined : 'a function that answers true or false, or { check, timeoutMs, cacheMs }';
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && isWithin(value, { from: 0, to: longestTimerMs });
}

const late = Symbol('late');

/** Resolves to the answer, or to `late` after a timeout. */
async function before<T>(timeoutMs: number, answer: Promise<T>): Promise<T | typeof late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), timeoutMs);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
