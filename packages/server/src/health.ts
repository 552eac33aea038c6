import { isPromise, type Logger, type MaybePromise } from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import { isWithin, longestTimerMs, type NamesOf } from '@toolwire/internal';

/** Tells whether what the tools need is there, such as a database. Is given nothing of a caller. */
export type CheckHealth = () => MaybePromise<boolean>;

/** A check of the app's own, and how often and how long it may run. */
export interface HealthOptions {
  /** Answers whether what the tools need is there, such as a database. */
  readonly check: CheckHealth;
  /** How long the check may take, in milliseconds, before it counts as a no; 2000 if left out. */
  readonly timeoutMs?: number | undefined;
  /** For how long an answer holds, in milliseconds, however many ask; 1000 if left out. */
  readonly cacheMs?: number | undefined;
}

/** What `health` knows where it is no function. */
export const healthNames: NamesOf<HealthOptions> = { check: true, timeoutMs: true, cacheMs: true };

/**
 * Makes what `/health` asks. Everybody may ask it, so the check runs once at a time and not again while its answer holds; it counts as
 * failed while it throws, is late, or still hangs from before.
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
    // Once for each change: whoever asks does so every few seconds.
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
        : conclude(answer === true, { reason: 'it says so' });
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

/** Says what is wrong with the option, for those whom no types tell. */
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

/** The answer, or `late` after a time; what comes after that is heard by nobody. */
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
