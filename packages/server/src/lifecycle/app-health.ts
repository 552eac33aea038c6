import { isPromise, type Logger, type MaybePromise } from '@toolwire/core';
import { isObject } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import { isWithin, maxTimerMs, type NamesOf } from '@toolwire/internal';

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
 * Creates the app's part of the check behind `/health`. Unauthenticated users can request it, so the check runs once at a time and its
 * result is cached. It fails if it throws, times out, or an earlier run still hangs.
 */
export function createAppHealth(
  option: CheckHealth | HealthOptions | undefined,
  isUp: () => boolean,
  logger: Logger,
): () => MaybePromise<boolean> {
  if (option === undefined) return isUp;
  const { check, timeoutMs = 2_000, cacheMs = 1_000 } = typeof option === 'function' ? { check: option } : option;
  let wasHealthy = true;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<boolean> | undefined;
  let isRunning = false;

  const conclude = (isHealthy: boolean, cause: object): boolean => {
    checkedAt = performance.now();
    // Logged once per change, because probes come every few seconds.
    if (wasHealthy && !isHealthy) logger.warn(cause, 'Health check of the app failed; /health responds 503');
    if (!wasHealthy && isHealthy) logger.info({}, 'Health check of the app recovered');
    wasHealthy = isHealthy;
    return isHealthy;
  };
  const runCheck = async (): Promise<boolean> => {
    if (isRunning) return conclude(false, { reason: 'an earlier check still runs', timeoutMs });
    isRunning = true;
    const running = Promise.resolve()
      .then(() => check())
      .finally(() => {
        isRunning = false;
      });
    try {
      const result = await withTimeout(running, timeoutMs);
      return result === timedOut
        ? conclude(false, { reason: 'the check timed out', timeoutMs })
        : conclude(result === true, { reason: 'the check did not return true' });
    } catch (thrown) {
      return conclude(false, { reason: 'the check threw', error: describeThrown(thrown) });
    }
  };
  return () => {
    if (!isUp()) return false;
    if (performance.now() - checkedAt < cacheMs) return wasHealthy;
    checking ??= runCheck().finally(() => {
      checking = undefined;
    });
    return checking.then((isHealthy) => isHealthy && isUp());
  };
}

/** Whether the option is valid, for plain JavaScript. */
export function isHealthOption(option: unknown): boolean {
  if (option === undefined || typeof option === 'function') return true;
  const { check, timeoutMs = 1, cacheMs = 1 } = isObject(option) && !isPromise(option) ? option : {};
  return typeof check === 'function' && isTime(timeoutMs) && timeoutMs > 0 && isTime(cacheMs);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && isWithin(value, { from: 0, to: maxTimerMs });
}

const timedOut = Symbol('timed out');

async function withTimeout<T>(result: Promise<T>, timeoutMs: number): Promise<T | typeof timedOut> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<typeof timedOut>((resolve) => {
    timer = setTimeout(() => resolve(timedOut), timeoutMs);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
