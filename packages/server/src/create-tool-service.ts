import type { CallHandler, Logger, Stage } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import { createServerHealth, dependenciesOf } from './lifecycle/server-health.ts';
import type { Shutdown } from './lifecycle/shutdown-state.ts';
import type { CallPipeline, CallPipelineParts } from './pipeline/call-pipeline.ts';
import { createCancel } from './pipeline/cancel-calls.ts';
import { requestObserverOf, storesByCallId } from './pipeline/stage-properties.ts';
import { hasConfirm } from './run/resolved-call.ts';
import { artifactReaderOf } from './run/store-artifact.ts';

/** The parts of a server that its service consists of. */
interface ToolServiceParts extends CallPipelineParts, CallPipeline {
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
    call: createServiceCall(runPipeline, shutdown, createCallIdWarning(runStages, logger)),
    cancel: createCancel({ checks, around: runStages, interruption, logger }),
    page: catalog.page,
    hidesTools: visible !== undefined,
    countTools: catalog.count,
    ...createServerHealth({
      isUp: shutdown.isHealthy,
      check: options.health,
      dependencies: dependenciesOf([...use, ...around], tasks, {
        store: options.confirm?.store,
        isNeeded: () => catalog.resolver.all().some(hasConfirm),
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

/**
 * Runs calls of protocols. Refuses them while the server drains, and drops the call ID of an unknown caller: another caller with the same ID
 * would get the stored result.
 */
function createServiceCall(handle: CallHandler, shutdown: Shutdown, warn: () => void): CallHandler {
  return (call) => {
    if (shutdown.refusal !== undefined) return shutdown.refusal;
    if (call.callerCallId === undefined || call.isCallerKnown === true) return handle(call);
    warn();
    return handle({ ...call, callerCallId: undefined, uniqueId: crypto.randomUUID() });
  };
}

/** Logs once that call IDs are ignored, and how to change that. Logs nothing if no stage stores results by call ID. */
function createCallIdWarning(stages: readonly Pick<Stage, 'repeat'>[], logger: Logger): () => void {
  let isLogged = !stages.some(storesByCallId);
  return () => {
    if (isLogged) return;
    isLogged = true;
    logger.warn({ option: 'principal' }, advice);
  };
}

const advice =
  "Call ID ignored: no authenticated caller. Without one, another client using the same ID could read the result. Set principal: (request) => ({ id: … }) where the tools are mounted, or principal: 'auth' if the server's `auth` names each caller. If `principal` returns undefined, the call ID is always ignored.";
