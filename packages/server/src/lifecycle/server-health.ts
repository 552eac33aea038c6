import { andThen, type Logger, type MaybePromise, type Stage } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import { resolveAfterTimeout } from '@toolwire/internal';
import type { ConfirmOptions } from '../confirm/confirm-options.ts';
import { nameOf, storesByCallId } from '../pipeline/stage-properties.ts';
import type { TaskRuntime } from '../tasks/task-runtime.ts';
import { createStoreReadiness, type Dependency } from './store-readiness.ts';

/** Options of `createServerHealth()`. */
interface ServerHealthOptions {
  /** Whether the server runs and is not stopping. */
  readonly isUp: () => boolean;
  /** The app's health check. */
  readonly check: CheckHealth | undefined;
  readonly dependencies: readonly Dependency[];
  readonly logger: Logger;
}

/** Creates the check behind `/health`, and the reason for a 503. The status and the body are those of the protocol. */
export function createServerHealth({
  isUp,
  check,
  dependencies,
  logger,
}: ServerHealthOptions): Pick<ToolService, 'isHealthy' | 'unhealthyReason'> {
  const readiness = createStoreReadiness(dependencies, logger);
  const isAppHealthy = createAppHealth(check, isUp, logger);
  return {
    isHealthy: () => isUp() && andThen(readiness.check(), (lacking) => lacking === undefined && isAppHealthy()),
    unhealthyReason: () => {
      if (!isUp()) return 'The server is stopping.';
      return readiness.lacking() ?? "The app's health check fails.";
    },
  };
}

/** The dependencies of a server: the stores of its stages and of its tasks. */
export function dependenciesOf(
  stages: readonly Stage<never>[],
  tasks: TaskRuntime,
  confirm: Pick<ConfirmOptions, 'store'> & Pick<Dependency, 'isNeeded'>,
): readonly Dependency[] {
  const dependencies: Dependency[] = [];
  for (const stage of stages) {
    if (stage.ready === undefined) continue;
    const name = storesByCallId(stage) ? 'store of call IDs' : `middleware ${nameOf(stage, 'without a name')}`;
    dependencies.push({ name, ready: stage.ready.bind(stage) });
  }
  if (tasks.admin !== undefined) dependencies.push({ name: 'store of tasks', ready: tasks.ready });
  const { store, isNeeded } = confirm;
  const ready = store?.ready?.bind(store);
  if (ready !== undefined) dependencies.push({ name: 'store of confirmations', ready, isNeeded });
  return dependencies;
}

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
function createAppHealth(
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
