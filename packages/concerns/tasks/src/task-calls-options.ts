import { checkCount, checkNames, checkNumber, type NamesOf, type SealKeys, wholeTimer } from '@toolwire/internal';
import { createNeededPlaces, type NeededPlaces } from './needed-places.ts';
import type { Report } from './observe.ts';
import { safely } from './safely.ts';
import { type CredentialSeal, createCredentialSeal } from './sealed-credentials.ts';
import type { TaskEngine } from './task-engine.ts';
import type { TaskObserver } from './task-events.ts';
import type { TaskStore } from './task-store.ts';

/** Where calls are kept, what says when they run, and for how long. */
export interface TaskCallsOptions {
  /** Says whether a call is run, and keeps what comes of it. */
  readonly store: TaskStore;
  /** Says when a call is run. */
  readonly engine: TaskEngine;
  /** How long a task is kept from its creation on if its owner has no wish; a day if left out. */
  readonly ttlMs?: number | undefined;
  /** How often owners are told to ask; every second if left out. */
  readonly pollIntervalMs?: number | undefined;
  /** How long a worker that says nothing is waited for before its task is another's; a minute if left out. */
  readonly leaseMs?: number | undefined;
  /** How often a call is begun whose workers are lost; 5 if left out. */
  readonly maxAttempts?: number | undefined;
  /**
   * How long a call waits for a worker that has its tool, such as while a new version is rolled out; a quarter of an hour if left out. Then the worker
   * that comes across it runs it all the same, and it ends as one of a tool that nobody knows: with 0 at once, with `Infinity` shortly before it is kept no
   * longer.
   */
  readonly toolWaitMs?: number | undefined;
  /** How many calls of one owner run at once, in all processes together; as many as workers take if left out. Calls of nobody in particular are not counted. */
  readonly maxRunningPerOwner?: number | undefined;
  /** How many calls of one tool run at once, of all its versions and in all processes together: a number for each tool, or for those that are named by their id. */
  readonly maxRunningPerTool?: number | Readonly<Record<string, number>> | undefined;
  /** How often what the engine has lost is looked for; every 30 seconds if left out. */
  readonly sweepMs?: number | undefined;
  /**
   * Keys that seal the tokens and secrets which calls bring along for themselves: the first one seals, each one opens, so a new key stands in front
   * of the older ones until the last of their calls is gone. Without any, such a call is refused.
   */
  readonly sealWith?: SealKeys | undefined;
  /** Hears of what calls throw, and of failures of the store that nobody waits for. */
  readonly report?: Report | undefined;
  /** Hears what happens to calls in this process: that they are kept, begun, lost, parked, ended. For metrics and log lines. */
  readonly observe?: TaskObserver | undefined;
  /** The W3C `traceparent` of the moment, such as that of an active span: the run of a call joins its trace, in whichever process. What the call came with if left out. */
  readonly traceparent?: (() => string | undefined) | undefined;
  /** Milliseconds since 1970; `Date.now` if left out. */
  readonly now?: (() => number) | undefined;
}

/** The options of a runner of calls with every default filled in. */
export interface TaskCallsSettings {
  readonly store: TaskStore;
  readonly engine: TaskEngine;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  readonly toolWaitMs: number;
  readonly places: NeededPlaces | undefined;
  readonly sweepMs: number;
  readonly seal: CredentialSeal | undefined;
  readonly report: Report;
  readonly observe: TaskObserver | undefined;
  readonly traceparent: (() => string | undefined) | undefined;
  readonly now: () => number;
}

const optionNames: NamesOf<TaskCallsOptions> = {
  store: true,
  engine: true,
  ttlMs: true,
  pollIntervalMs: true,
  leaseMs: true,
  maxAttempts: true,
  toolWaitMs: true,
  maxRunningPerOwner: true,
  maxRunningPerTool: true,
  sweepMs: true,
  sealWith: true,
  report: true,
  observe: true,
  traceparent: true,
  now: true,
};

/** Fills in the defaults, and throws where an option cannot be what is meant. */
export function taskCallsSettings(options: TaskCallsOptions): TaskCallsSettings {
  checkNames('createTaskCalls()', options, optionNames);
  const { store, engine, report, observe, traceparent, sealWith, now = Date.now, ...times } = options;
  const { ttlMs = 86_400_000, pollIntervalMs = 1_000, leaseMs = 60_000 } = times;
  const { maxAttempts = 5, sweepMs = 30_000, toolWaitMs = 900_000 } = times;
  checkNumber('ttlMs', ttlMs, wholeTimer);
  checkNumber('pollIntervalMs', pollIntervalMs, wholeTimer);
  checkNumber('leaseMs', leaseMs, wholeTimer);
  checkNumber('sweepMs', sweepMs, wholeTimer);
  checkCount('maxAttempts', maxAttempts, 1);
  checkNumber('toolWaitMs', toolWaitMs, { unit: 'milliseconds', from: 0, infinity: 'as long as a call is kept' });
  return {
    store,
    engine,
    ttlMs,
    pollIntervalMs,
    leaseMs,
    maxAttempts,
    toolWaitMs,
    places: createNeededPlaces(times),
    sweepMs,
    seal: sealWith && createCredentialSeal(sealWith),
    report: safely(report),
    observe,
    traceparent,
    now,
  };
}
