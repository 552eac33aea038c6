import type { Logger, MaybePromise } from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { resolveAfterTimeout } from '@toolwire/internal';

/** Whether the dependencies of the tools work, such as a database. Receives no data of a caller. */
export type CheckHealth = () => MaybePromise<boolean>;

/** How long the check may take. Probes of load balancers rarely wait longer. */
const timeoutMs = 2_000;
/** How long a result is cached. */
const cacheMs = 1_000;

/**
 * Creates the app's part of the check behind `/health`. Unauthenticated users can request it, so the check runs once at a time and its
 * result is cached. It fails if it throws, times out, or an earlier run still hangs.
 */
export function createAppHealth(
  check: CheckHealth | undefined,
  isUp: () => boolean,
  logger: Logger,
): () => MaybePromise<boolean> {
  if (check === undefined) return isUp;
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
      const result = await resolveAfterTimeout<unknown>(running, timeoutMs, () => timedOut);
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

const timedOut = Symbol('timed out');
