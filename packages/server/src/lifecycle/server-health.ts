import { andThen, type Logger, type MaybePromise, type Stage } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import type { ConfirmOptions } from '../confirm/confirm-options.ts';
import { nameOf } from '../pipeline/observers.ts';
import { storesByCallId } from '../pipeline/unauthenticated-call-ids.ts';
import type { TaskRuntime } from '../tasks/task-runtime.ts';
import { createStoreReadiness, type Dependency } from './store-readiness.ts';

/** Options of `createServerHealth()`. */
export interface ServerHealthOptions {
  /** Whether the server runs and is not stopping. */
  readonly isUp: () => boolean;
  /** The app's health check. */
  readonly isAppHealthy: () => MaybePromise<boolean>;
  readonly dependencies: readonly Dependency[];
  readonly logger: Logger;
}

/** Creates the check behind `/health`, and the reason for a 503. Each protocol writes the body. */
export function createServerHealth(health: ServerHealthOptions): Pick<ToolService, 'isHealthy' | 'unhealthyReason'> {
  const readiness = createStoreReadiness(health.dependencies, health.logger);
  const isReady = (lacking: string | undefined): MaybePromise<boolean> =>
    lacking === undefined && health.isAppHealthy();
  return {
    isHealthy: () => health.isUp() && andThen(readiness.check(), isReady),
    unhealthyReason: () => {
      if (!health.isUp()) return 'The server is stopping.';
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
