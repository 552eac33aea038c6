import {
  type Call,
  type CallHandler,
  type MaybePromise,
  type Outcome,
  type Pipeline,
  pipeline,
  type Stage,
} from '@toolwire/core';
import { arrivalStageMark, shareOf } from '@toolwire/internal';
import {
  type Interruption,
  type RunningLimitOptions,
  runningLimit,
  type TimeoutOptions,
  timeout,
} from '@toolwire/limits/stage';
import type { RefuseStageError } from '../run/error-hooks.ts';
import {
  hasUploads,
  mayBecomeTask,
  needsConfirmation,
  type ReadyCall,
  type ResolvedCall,
} from '../run/resolved-call.ts';
import { createRunTool, type RunOptions } from '../run/run-tool.ts';
import type { Checks } from './checks.ts';
import { findStageObserver, isObserver, nameOf, notifyObserver } from './observers.ts';

/** The stages that every server has, in every order of checks. */
export interface FixedStages {
  readonly running: Stage<Call>;
  /** Finds uploaded files; absent without a store for them. */
  readonly uploads: Stage<ReadyCall> | undefined;
  readonly confirm: Stage<ReadyCall>;
  readonly interruption: Interruption['stage'];
  readonly timeout: Stage<ResolvedCall, { lifetime: Call['lifetime'] }>;
  readonly runTool: (call: ReadyCall) => MaybePromise<Outcome>;
}

/** The stages that the options add. */
export interface UserStages {
  /** Around the whole call, before the tool is known: tracing, rate limits, auditing. */
  readonly use: readonly Stage<Call>[];
  /** Stores calls as tasks; before the interruption, so that a task can outlive the server. */
  readonly taskStage?: Stage<ReadyCall> | undefined;
  /** Around the run of a tool, after its input is validated: caches, retries, circuit breakers. */
  readonly around: readonly Stage<ReadyCall>[];
}

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

/** Skips stages that count arriving calls when a task runs; tracing and auditing see the run too (TASK-33). */
function skipTaskRuns(stage: Stage<Call>): Stage<Call> {
  return arrivalStageMark in stage ? (call, next) => (call.task === undefined ? stage(call, next) : next()) : stage;
}

/** Adds a notification before the next stage. */
type Observe = <Reached extends Call>(stages: Pipeline<Reached>, name: string) => Pipeline<Reached>;

interface PipelineOptions {
  readonly fixedStages: FixedStages;
  readonly checks: Checks;
  readonly userStages: UserStages;
  readonly refuse: RefuseStageError;
  readonly observe: Observe;
}

/** The stages of a call, in order; docs/lifecycle.md has the picture. */
function composeStages({ fixedStages, checks, userStages, refuse, observe }: PipelineOptions): CallHandler {
  const { uploads } = fixedStages;
  const { use, taskStage, around } = userStages;
  let used = pipeline(refuse);
  // `toolwire()` puts the observer first, so the stages of the app are numbered from 1.
  for (const [index, stage] of use.entries()) {
    used = observe(used, nameOf(stage, `use ${index}`)).use(skipTaskRuns(stage));
  }
  const resolved = observe(observe(used, 'running').use(fixedStages.running), 'resolve').use(checks.resolve);
  let checked: Pipeline<ResolvedCall> = observe(resolved, 'scopes').useWhen(checks.asksForScopes, checks.scopes);
  for (const { name, stage, applies } of checks.ordered) {
    const before = observe(checked, name);
    checked = applies === undefined ? before.use(stage) : before.useWhen(applies, stage);
  }
  // `validate` is one of the checks and adds `validInput`.
  let ready = checked as Pipeline<ReadyCall>;
  if (uploads !== undefined) ready = observe(ready, 'uploads').useWhen(hasUploads, uploads);
  // Before the stage that stores calls, so that an unconfirmed call is not stored.
  ready = observe(ready, 'confirm').useWhen(needsConfirmation, fixedStages.confirm);
  if (taskStage !== undefined) ready = observe(ready, nameOf(taskStage, 'deferral')).useWhen(mayBecomeTask, taskStage);
  // Before the stages in `around`, so that it also ends calls that wait in one of them.
  ready = ready.use(fixedStages.interruption);
  for (const [index, stage] of around.entries()) {
    // Observers are not shown.
    const before = isObserver(stage) ? ready : observe(ready, nameOf(stage, `around ${index + 1}`));
    ready = before.use(stage);
  }
  return ready.use(fixedStages.timeout).handle(fixedStages.runTool);
}
