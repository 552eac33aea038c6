import {
  type Call,
  type CallHandler,
  type Logger,
  type MaybePromise,
  type Outcome,
  type Pipeline,
  pipeline,
  type Stage,
} from '@toolwire/core';
import { describeThrown } from '@toolwire/errors';
import { type Interruption, type RunningLimitOptions, runningLimit, timeout } from '@toolwire/limits/stage';
import { secretsOfCall } from './call-secrets.ts';
import type { Checks } from './checks.ts';
import { invoke } from './invoke.ts';
import type { ArtifactOptions } from './keep-output.ts';
import type { ReadyCall, ResolvedCall } from './ready-call.ts';
import { findStageWatch, isWatch, nameOf, tellOf } from './stage-watch.ts';
import type { NotedCall, ThrownErrors } from './thrown-errors.ts';

/** What stands before the checks and behind them, on every server and in every order. */
export interface Ends {
  readonly running: Stage<Call>;
  readonly interruption: Interruption['stage'];
  readonly timeout: Stage<ResolvedCall, { lifetime: Call['lifetime'] }>;
  readonly invoke: (call: ReadyCall) => MaybePromise<Outcome>;
}

/** Where an application's own stages stand. */
export interface Rings {
  /** Around everything, before the tool is known: tracing, rates, auditing. */
  readonly use: readonly Stage<Call>[];
  /** Around the run of a tool whose input is known to fit: caches, retries, breakers. */
  readonly around: readonly Stage<ReadyCall>[];
}

/** What the ends need to know. */
export interface EndOptions {
  readonly timeoutMs: number;
  readonly outputBytes: number;
  readonly running: RunningLimitOptions;
  /** A stage of the application's own writes a record of each call, time-outs among them. */
  readonly isRecorded: boolean;
  readonly artifacts: ArtifactOptions | undefined;
  readonly interruption: Interruption;
  readonly errors: ThrownErrors;
  readonly logger: Logger;
}

/** Builds both ends of a call's way. */
export function createEnds(options: EndOptions): Ends {
  const { timeoutMs, outputBytes, running, isRecorded, artifacts, interruption, errors, logger } = options;
  const warnOfTimeout = ({ callId, tool }: ResolvedCall, ms: number): void =>
    logger.warn({ callId, toolId: `${tool.id}@${tool.version}`, timeoutMs: ms }, 'A tool did not answer in time');
  return {
    running: runningLimit(running),
    interruption: interruption.stage,
    timeout: timeout({ defaultMs: timeoutMs, onTimeout: isRecorded ? undefined : warnOfTimeout }),
    invoke: invoke({ logger, artifacts, outputBytes, errors }),
  };
}

const recordsCalls = Symbol.for('toolwire.records-calls');

/** Whether one of the stages writes a record of each call, as `log` of `@toolwire/log` does. */
export function isRecordedBy(stages: readonly Stage<Call>[]): boolean {
  return stages.some((stage) => recordsCalls in stage);
}

/** Puts the checks between the two ends; calls that somebody looks at take a line of their own, past those who tell of them. */
export function createEngine(ends: Ends, checks: Checks, rings: Rings, refuse: RefuseThrown): CallHandler {
  const plain = createLine({ ends, checks, rings, refuse, told: (line) => line });
  const watch = findStageWatch(rings.use);
  if (watch === undefined) return plain;
  const told: Told = (line, name) => line.use(tellOf(watch, name));
  const watched = createLine({ ends, checks, rings, refuse, told });
  return (call) => (watch.isOn() ? watched(call) : plain(call));
}

const onArrivalMark = Symbol.for('toolwire.on-arrival');

/** TASK-33: what a caller has done is counted once, when its call comes; who traces and audits sees the run of it as well. */
function onceIfAsked(stage: Stage<Call>): Stage<Call> {
  return onArrivalMark in stage ? (call, next) => (call.task === undefined ? stage(call, next) : next()) : stage;
}

/** Puts in front of a stage what tells of it. */
type Told = <Reached extends Call>(line: Pipeline<Reached>, name: string) => Pipeline<Reached>;

interface LineParts {
  readonly ends: Ends;
  readonly checks: Checks;
  readonly rings: Rings;
  readonly refuse: RefuseThrown;
  readonly told: Told;
}

function createLine({ ends, checks, rings, refuse, told }: LineParts): CallHandler {
  const used = rings.use.reduce(
    (line, stage, index) => told(line, nameOf(stage, `use ${index}`)).use(onceIfAsked(stage)),
    pipeline(refuse),
  );
  const found = told(told(used, 'running').use(ends.running), 'resolve').use(checks.resolve);
  const resolved = told(found, 'scopes').useWhen(checks.asksForScopes, checks.scopes);
  // `validate` is among the checks, and adds what the rest need.
  const checked = checks.ordered.reduce(
    (line, { name, stage, applies }) =>
      applies === undefined ? told(line, name).use(stage) : told(line, name).useWhen(applies, stage),
    resolved,
  ) as Pipeline<ReadyCall>;
  // The interruption stands outside your stages, so that it ends calls which wait in one of them as well.
  const ready = checked.use(ends.interruption);
  return rings.around
    .reduce((line, stage, index) => {
      // Whoever looks is no part of the picture.
      const named = isWatch(stage) ? line : told(line, nameOf(stage, `around ${index + 1}`));
      return named.use(stage);
    }, ready)
    .use(ends.timeout)
    .handle(ends.invoke);
}

/** Answers for a stage that throws. */
export type RefuseThrown = (thrown: unknown, call: Call) => Outcome;

/** Makes what tells of a stage that throws: the log and the app all of it, the caller nothing. */
export function createRefuseThrown({ logger, errors }: Pick<EndOptions, 'logger' | 'errors'>): RefuseThrown {
  return (thrown, call) => {
    const error = describeThrown(thrown, { secrets: secretsOfCall(call) });
    logger.error({ callId: call.callId, error }, 'A stage threw; only tools may throw');
    errors.unexpected(thrown, call);
    (call as NotedCall).noteThrown?.(thrown);
    return { kind: 'refused', code: 'internal', message: 'The server could not process the call' };
  };
}
