import type { Call, CallHandler, Stage } from '@toolwire/core';
import { shareOf } from '@toolwire/internal';
import {
  type Interruption,
  type RunningLimitOptions,
  runningLimit,
  type TimeoutOptions,
  timeout,
} from '@toolwire/limits/stage';
import type { RefuseStageError } from '../run/error-hooks.ts';
import type { ReadyCall } from '../run/resolved-call.ts';
import { createRunTool, type RunOptions } from '../run/run-tool.ts';
import type { Checks } from './checks.ts';
import { findStageObserver, notifyObserver } from './observers.ts';
import { composeStages, type FixedStages, type Observe, type UserStages } from './stage-order.ts';

/** Options of the fixed stages. */
export interface FixedStageOptions extends RunOptions {
  /** The time limit of a run. */
  readonly timeout: TimeoutOptions;
  readonly running: RunningLimitOptions;
  /** The share of running calls for all callers without credentials; `undefined` without anonymous callers. */
  readonly anonymousShare: number | undefined;
  readonly uploads: Stage<ReadyCall> | undefined;
  readonly confirm: Stage<ReadyCall>;
  readonly interruption: Interruption;
}

/** Creates the stages that every server has. */
export function createFixedStages(options: FixedStageOptions): FixedStages {
  return {
    running: limitRunningCalls(options.running, options.anonymousShare),
    uploads: options.uploads,
    confirm: options.confirm,
    interruption: options.interruption.stage,
    timeout: timeout(options.timeout),
    runTool: createRunTool(options),
  };
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
export function buildPipeline(
  fixedStages: FixedStages,
  checks: Checks,
  userStages: UserStages,
  refuse: RefuseStageError,
): CallHandler {
  const unobserved = composeStages({ fixedStages, checks, userStages, refuse, observe: (stages) => stages });
  const observer = findStageObserver(userStages.use);
  if (observer === undefined) return withSuppliedSecrets(unobserved, checks);
  const observe: Observe = (stages, name) => stages.use(notifyObserver(observer, name));
  const observed = composeStages({ fixedStages, checks, userStages, refuse, observe });
  return withSuppliedSecrets((call) => (observer.isOn() ? observed(call) : unobserved(call)), checks);
}

function withSuppliedSecrets(run: CallHandler, { canSupply }: Checks): CallHandler {
  return canSupply ? (call) => run({ ...call, suppliedSecrets: new Set() }) : run;
}
