import type { ToolService } from '@toolwire/core/wire';
import { hasQuestion } from './confirm/confirm-options.ts';
import { createAppHealth } from './lifecycle/app-health.ts';
import { createServerHealth, dependenciesOf } from './lifecycle/server-health.ts';
import type { Shutdown } from './lifecycle/shutdown-state.ts';
import type { CallPipeline, CallPipelineParts } from './pipeline/call-pipeline.ts';
import { createCancel } from './pipeline/cancel-calls.ts';
import { requestObserverOf } from './pipeline/observers.ts';
import { createCallIdWarning, createServiceCall } from './pipeline/unauthenticated-call-ids.ts';
import { artifactReaderOf } from './run/store-artifact.ts';

/** The parts of a server that its service consists of. */
export interface ToolServiceParts extends CallPipelineParts, CallPipeline {
  readonly shutdown: Shutdown;
}

/** Creates the service that protocols use: calls, listings, health and cancellation. */
export function createToolService(parts: ToolServiceParts): ToolService {
  const { options, limits, anonymousShare, catalog, visible, interruption, logger } = parts;
  const { runPipeline, checks, tasks, shutdown } = parts;
  const { use = [], around = [] } = options;
  const { timeoutMs, outputBytes, runningCalls } = limits;
  const runStages = tasks.stage === undefined ? around : [tasks.stage, ...around];
  return {
    call: createServiceCall(runPipeline, shutdown.refusal, createCallIdWarning(runStages, logger)),
    cancel: createCancel({ checks, around: runStages, interruption, logger }),
    page: catalog.page,
    hidesTools: visible !== undefined,
    countTools: catalog.count,
    ...createServerHealth({
      isUp: shutdown.isHealthy,
      isAppHealthy: createAppHealth(options.health, shutdown.isHealthy, logger),
      dependencies: dependenciesOf([...use, ...around], tasks, {
        store: options.confirm?.store,
        isNeeded: () => catalog.resolver.all().some(hasQuestion),
      }),
      logger,
    }),
    onToolsChanged: catalog.onChange,
    onStop: shutdown.onStop,
    limits: { timeoutMs, outputBytes, runningCalls, anonymousShare },
    observeRequest: requestObserverOf(use),
    artifacts: artifactReaderOf(options.artifacts?.store),
    tasks: tasks.service,
    operatorTasks: tasks.admin,
  };
}
