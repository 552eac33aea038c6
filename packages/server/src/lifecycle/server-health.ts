import { andThen, type Logger, type MaybePromise, type Stage } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import type { ConfirmOptions } from '../confirm/confirm-options.ts';
import type { TaskSupport } from '../tasks/task-support.ts';
import { createReadiness, type Dependency } from './readiness.ts';

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
export function createServerHealth(
  health: ServerHealthOptions,
): Required<Pick<ToolService, 'isHealthy' | 'unhealthyReason'>> {
  const readiness = createReadiness(health.dependencies, health.logger);
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
  tasks: TaskSupport,
  confirmStore: ConfirmOptions['store'],
): readonly Dependency[] {
  const ofStages = stages.flatMap(({ ready }) => (ready === undefined ? [] : [{ name: 'store of call IDs', ready }]));
  const ofTasks = tasks.admin === undefined ? [] : [{ name: 'store of tasks', ready: tasks.ready }];
  const ready = confirmStore?.ready?.bind(confirmStore);
  const ofConfirm = ready === undefined ? [] : [{ name: 'store of confirmations', ready }];
  return [...ofStages, ...ofTasks, ...ofConfirm];
}
