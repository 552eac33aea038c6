import {
  type Call,
  type CallHandler,
  type MaybePromise,
  type Outcome,
  type Pipeline,
  pipeline,
  type Stage,
} from '@toolwire/core';
import { arrivalStageMark } from '@toolwire/internal';
import type { Interruption } from '@toolwire/limits/stage';
import type { RefuseStageError } from '../run/error-hooks.ts';
import {
  hasUploads,
  mayBecomeTask,
  needsConfirmation,
  type ReadyCall,
  type ResolvedCall,
} from '../run/resolved-call.ts';
import type { Checks } from './checks.ts';
import { requiringOutcome } from './custom-checks.ts';
import { isObserver, nameOf } from './stage-properties.ts';

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

/** Adds a notification before the next stage. */
export type Observe = <Reached extends Call>(stages: Pipeline<Reached>, name: string) => Pipeline<Reached>;

/** What the stages of a call are composed of. */
export interface StageOrderOptions {
  readonly fixedStages: FixedStages;
  readonly checks: Checks;
  readonly userStages: UserStages;
  readonly refuse: RefuseStageError;
  readonly observe: Observe;
}

/** Composes the stages of a call in their fixed order, which docs/lifecycle.md shows. Only the checks can be in another order: see `checks.ts`. */
export function composeStages({ fixedStages, checks, userStages, refuse, observe }: StageOrderOptions): CallHandler {
  const { uploads } = fixedStages;
  const { use, taskStage, around } = userStages;
  let used = pipeline(refuse);
  // `toolwire()` puts the observer first, so the stages of the app are numbered from 1.
  for (const [index, stage] of use.entries()) {
    used = observe(used, nameOf(stage, `use ${index}`)).use(requiringOutcome(skipTaskRuns(stage)));
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
    ready = before.use(requiringOutcome(stage));
  }
  return ready.use(fixedStages.timeout).handle(fixedStages.runTool);
}

/** Skips stages that count arriving calls when a task runs; tracing and auditing see the run too (TASK-33). */
function skipTaskRuns(stage: Stage<Call>): Stage<Call> {
  return arrivalStageMark in stage ? (call, next) => (call.task === undefined ? stage(call, next) : next()) : stage;
}
