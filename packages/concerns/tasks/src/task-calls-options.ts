import {
  checkCount,
  checkNames,
  checkNumber,
  defaultTaskTtlMs,
  type NamesOf,
  type SealKeys,
  wholeTimer,
} from '@toolwire/internal';
import { type Report, safeReport } from './observe.ts';
import { createRequiredSlots, type RequiredSlots } from './required-slots.ts';
import { type CredentialSeal, createCredentialSeal } from './sealed-credentials.ts';
import type { TaskEngine } from './task-engine.ts';
import type { TaskObserver } from './task-events.ts';
import type { TaskStore } from './task-store.ts';

/** Store, engine and limits of durable calls. */
export interface TaskCallsOptions {
  /** Stores calls and results, and decides which worker runs a call. */
  readonly store: TaskStore;
  /** Delivers calls to workers. */
  readonly engine: TaskEngine;
  /** How long a task is stored after its creation, unless its owner requests another time. Default: one day. */
  readonly ttlMs?: number | undefined;
  /** The poll interval that owners are told. Default: one second. */
  readonly pollIntervalMs?: number | undefined;
  /** How long a silent worker keeps its task before another one may claim it. Default: one minute. */
  readonly leaseMs?: number | undefined;
  /** The most attempts of a call whose workers crash. After two crashes it runs alone, so that another call cannot cost it attempts. Default: 5. */
  readonly maxAttempts?: number | undefined;
  /**
   * How long a call waits for a worker with its tool, for example during a rollout. Then any worker runs it, and it fails as a call to an
   * unknown tool: at once with 0, shortly before its TTL with `Infinity`. Default: 15 minutes.
   */
  readonly toolWaitMs?: number | undefined;
  /** The most concurrent calls of one owner, across all processes. Anonymous calls are not counted. Default: no limit. */
  readonly maxRunningPerOwner?: number | undefined;
  /** The most concurrent calls of one tool, across all its versions and processes: one number for each tool, or numbers by tool ID. */
  readonly maxRunningPerTool?: number | Readonly<Record<string, number>> | undefined;
  /** How often unfinished tasks are enqueued again, in case the engine lost them. Default: 30 seconds. */
  readonly sweepMs?: number | undefined;
  /**
   * Keys that encrypt the tokens and secrets of calls. The first key encrypts, and all of them decrypt: to rotate, put the new key first,
   * and keep the old ones until their last call has expired. Without keys, calls with their own credentials are refused.
   */
  readonly sealWith?: SealKeys | undefined;
  /** Receives errors of calls, and errors of the store that no caller waits for. */
  readonly report?: Report | undefined;
  /** Receives the events of calls in this process, for metrics and logs. */
  readonly observe?: TaskObserver | undefined;
  /** Returns the current W3C `traceparent`. The run of a call joins this trace, in any process. Default: the one that came with the call. */
  readonly traceparent?: (() => string | undefined) | undefined;
  /** A clock in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The options of `createTaskCalls` with all defaults. */
export interface TaskCallsSettings {
  readonly store: TaskStore;
  readonly engine: TaskEngine;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  readonly toolWaitMs: number;
  readonly slots: RequiredSlots | undefined;
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

/** Checks the options and applies the defaults. */
export function taskCallsSettings(options: TaskCallsOptions): TaskCallsSettings {
  checkNames('createTaskCalls()', options, optionNames);
  const { store, engine, report, observe, traceparent, sealWith, now = Date.now, ...times } = options;
  const { ttlMs = defaultTaskTtlMs, pollIntervalMs = 1_000, leaseMs = 60_000 } = times;
  const { maxAttempts = 5, sweepMs = 30_000, toolWaitMs = 900_000 } = times;
  checkNumber('ttlMs', ttlMs, wholeTimer);
  checkNumber('pollIntervalMs', pollIntervalMs, wholeTimer);
  checkNumber('leaseMs', leaseMs, wholeTimer);
  checkNumber('sweepMs', sweepMs, wholeTimer);
  checkCount('maxAttempts', maxAttempts, 1);
  checkNumber('toolWaitMs', toolWaitMs, { unit: 'milliseconds', from: 0, infinity: 'as long as a call is stored' });
  return {
    store,
    engine,
    ttlMs,
    pollIntervalMs,
    leaseMs,
    maxAttempts,
    toolWaitMs,
    slots: createRequiredSlots(times),
    sweepMs,
    seal: sealWith && createCredentialSeal(sealWith),
    report: safeReport(report),
    observe,
    traceparent,
    now,
  };
}
