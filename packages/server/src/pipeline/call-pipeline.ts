import type { Call, CallHandler, Logger, Stage } from '@toolwire/core';
import type { StageObserver } from '@toolwire/core/internal';
import { type Filled, shareOf } from '@toolwire/internal';
import {
  type CheckTimeoutOptions,
  checkTimeout,
  type Interruption,
  type RunningLimitOptions,
  runningLimit,
  type TimeoutOptions,
  timeout,
} from '@toolwire/limits/stage';
import { type AuthMode, scopesOptionsOf } from '../auth/auth-options.ts';
import { createConfirmStage } from '../confirm/confirm-stage.ts';
import type { ServerLimits } from '../default-limits.ts';
import {
  createErrorHooks,
  createRefuseStageError,
  type ErrorHooks,
  type RefuseStageError,
} from '../run/error-hooks.ts';
import { toolIdOf } from '../run/resolved-call.ts';
import { createRunTool } from '../run/run-tool.ts';
import { createTaskRuntime, type TaskRuntime } from '../tasks/task-runtime.ts';
import type { ToolServerOptions } from '../tool-server-options.ts';
import type { Catalog } from '../tools/catalog.ts';
import type { IsVisibleTo } from '../tools/visibility.ts';
import { createUploadStage } from '../uploads/upload-stage.ts';
import { type Checks, createChecks, standardOrder } from './checks.ts';
import { composeStages, type FixedStages, type Observe, type UserStages } from './stage-order.ts';
import { findStageObserver, hasCallLog } from './stage-properties.ts';

/** The parts of a server that its calls run through. */
export interface CallPipelineParts {
  readonly options: ToolServerOptions;
  readonly limits: Filled<ServerLimits>;
  readonly authMode: AuthMode;
  /** The share of the limits for all anonymous callers together; `undefined` if no caller is anonymous. */
  readonly anonymousShare: number | undefined;
  readonly catalog: Catalog;
  /** Which tools a caller may see; `undefined` if every caller sees all tools. */
  readonly visible: IsVisibleTo | undefined;
  readonly interruption: Interruption;
  readonly logger: Logger;
}

/** The pipeline of a server, and the parts of it that requests other than calls use. */
export interface CallPipeline {
  readonly runPipeline: CallHandler;
  readonly checks: Checks;
  readonly tasks: TaskRuntime;
}

/** Creates the checks, the tasks and the pipeline of a server from its options. */
export function createCallPipeline(parts: CallPipelineParts): CallPipeline {
  const { options, limits, authMode, anonymousShare, catalog, visible, interruption, logger } = parts;
  const { use = [], around = [] } = options;
  const errors = createErrorHooks(options, logger);
  const refuse = createRefuseStageError(errors, logger);
  const timeoutOfChecks = {
    defaultMs: limits.timeoutMs,
    interruption,
    onTimeout: timeoutLog('Checks before the tool timed out; the tool did not run', parts),
  };
  const checks = createChecks(catalog, {
    stages: options.stages ?? {},
    order: options.order ?? standardOrder,
    visible,
    requirements: options.requirements,
    scopes: scopesOptionsOf(options.scopes, authMode),
    timeout: timeoutOfChecks,
    refuse,
  });
  const tasks = createTaskRuntime({
    tasks: options.tasks,
    deferAfterMs: limits.deferAfterMs,
    anonymousShare,
    findTool: catalog.find,
    // A custom resolver may find tools that are not in the catalog.
    hasTool: options.stages?.resolve === undefined ? catalog.has : undefined,
    // A worker runs stored calls through the pipeline, which has the stage that stores them.
    run: async (call) => runPipeline(call),
    interruption,
    logger,
  });
  const fixedStages = createFixedStages(parts, { timeoutOfChecks, errors, taskStage: tasks.stage });
  const runPipeline = buildPipeline(fixedStages, checks, { use, taskStage: tasks.stage, around }, refuse);
  return { runPipeline, checks, tasks };
}

interface FixedStageParts {
  readonly timeoutOfChecks: CheckTimeoutOptions;
  readonly errors: ErrorHooks;
  readonly taskStage: TaskRuntime['stage'];
}

/** Creates the stages that every server has. */
function createFixedStages(
  parts: CallPipelineParts,
  { timeoutOfChecks, errors, taskStage }: FixedStageParts,
): FixedStages {
  const { options, limits, anonymousShare, interruption, logger } = parts;
  const { timeoutMs, maxTimeMs, outputBytes } = limits;
  const uploadStore = options.artifacts?.store.uploads;
  const throwOptions = { logger, outputBytes, errors };
  return {
    running: limitRunningCalls({ calls: limits.runningCalls, inputBytes: limits.runningInputBytes }, anonymousShare),
    uploads: uploadStore && checkTimeout(createUploadStage(uploadStore), timeoutOfChecks),
    confirm: createConfirmStage({
      ...throwOptions,
      confirm: options.confirm,
      timeout: timeoutOfChecks,
      interruption,
      taskStage,
      around: options.around ?? [],
    }),
    interruption: interruption.stage,
    timeout: timeout({
      defaultMs: timeoutMs,
      maxTimeMs: Math.max(maxTimeMs, timeoutMs),
      onTimeout: timeoutLog('Tool timed out', parts),
    }),
    runTool: createRunTool({ ...throwOptions, artifacts: options.artifacts }),
  };
}

/** Logs timeouts, unless a stage logs calls: it logs their timeouts too. */
function timeoutLog(message: string, { options, logger }: CallPipelineParts): TimeoutOptions['onTimeout'] {
  if (hasCallLog(options.use ?? [])) return undefined;
  return ({ callId, tool }, timeoutMs) => logger.warn({ callId, toolId: toolIdOf(tool), timeoutMs }, message);
}

/** Limits running calls, and the share of anonymous callers. The run of a task is not anonymous: it was counted when the call arrived. */
function limitRunningCalls(running: RunningLimitOptions, share: number | undefined): Stage<Call> {
  const limitAll = runningLimit(running);
  if (share === undefined) return limitAll;
  const limitAnonymous = runningLimit({
    calls: shareOf(running.calls, share),
    inputBytes: shareOf(running.inputBytes, share),
  });
  return (call, next) =>
    call.principal === undefined && call.task === undefined
      ? limitAnonymous(call, () => limitAll(call, next))
      : limitAll(call, next);
}

/** Builds the pipeline of a server. With an observer it builds a second pipeline, which notifies the observer before each stage. */
function buildPipeline(
  fixedStages: FixedStages,
  checks: Checks,
  userStages: UserStages,
  refuse: RefuseStageError,
): CallHandler {
  const unobserved = composeStages({ fixedStages, checks, userStages, refuse, observe: (stages) => stages });
  const observer = findStageObserver(userStages.use);
  if (observer === undefined) return withSecretsSet(unobserved, checks);
  const observe: Observe = (stages, name) => stages.use(notifyObserver(observer, name));
  const observed = composeStages({ fixedStages, checks, userStages, refuse, observe });
  return withSecretsSet((call) => (observer.isOn() ? observed(call) : unobserved(call)), checks);
}

/** A stage that notifies the observer before the stage with this name. */
function notifyObserver({ reached }: StageObserver, name: string): Stage<Call> {
  return (call, next) => {
    reached(call, name);
    return next();
  };
}

/** Gives each call an empty set, to which the checks add the secrets that they supply, so that middleware in `use` can mask them. */
function withSecretsSet(run: CallHandler, { canSupply }: Checks): CallHandler {
  return canSupply ? (call) => run({ ...call, suppliedSecrets: new Set() }) : run;
}
