import {
  checkCount,
  checkNames,
  checkNumber,
  defaultTaskTtlMs,
  type Filled,
  type NamesOf,
  type SealKeys,
  wholeTimer,
} from '@toolwire/internal';
import { type Report, safeReport } from '../access/report.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskStore } from '../store/task-store.ts';
import { createRequiredSlots, type RequiredSlots, type RunningLimits } from './required-slots.ts';
import { type CredentialSeal, createCredentialSeal } from './sealed-credentials.ts';
import type { TaskObserver } from './task-events.ts';

/** Store, engine and limits of durable calls. */
export interface TaskCallsOptions extends RunningLimits {
  /** Stores calls and results, and decides which worker runs a call. */
  readonly store: TaskStore;
  /** Delivers calls to workers. */
  readonly engine: TaskEngine;
  /** How long a task is stored after its creation, unless its owner requests another time. Default: one day. */
  readonly ttlMs?: number | undefined;
  /** How long a silent worker keeps its task before another one may claim it. Default: one minute. */
  readonly leaseMs?: number | undefined;
  /** The most attempts of a call whose workers crash. After two crashes it runs alone, so that another call cannot cost it attempts. Default: 5. */
  readonly maxAttempts?: number | undefined;
  /**
   * How long a call waits for a worker with its tool, for example during a rollout. Then any worker runs it, and it fails as a call to an
   * unknown tool: at once with 0, shortly before its TTL with `Infinity`. Default: 15 minutes.
   */
  readonly toolWaitMs?: number | undefined;
  /** How often unfinished tasks are enqueued again, in case the engine lost them. Default: 30 seconds. */
  readonly sweepMs?: number | undefined;
  /**
   * Keys that encrypt the tokens and secrets of calls. The first key encrypts, and all of them decrypt: to rotate, put the new key first,
   * and keep the old ones until their last call has expired. Without keys, calls with their own credentials are refused.
   */
  readonly sealWith?: SealKeys | undefined;
  /** Receives errors of calls, and errors of the store that no caller waits for. */
  readonly report?: Report | undefined;
  /** Receives the events of calls in this process, and connects their traces. */
  readonly observer?: TaskObserver | undefined;
}

/** The options of `createTaskCalls` with all defaults. */
export interface TaskCallsSettings
  extends Filled<Pick<TaskCallsOptions, 'store' | 'engine' | 'report' | FilledNumbers>>,
    Pick<TaskCallsOptions, 'observer'> {
  readonly slots: RequiredSlots | undefined;
  readonly seal: CredentialSeal | undefined;
}

type FilledNumbers = 'ttlMs' | 'leaseMs' | 'maxAttempts' | 'toolWaitMs' | 'sweepMs';

const optionNames: NamesOf<TaskCallsOptions> = {
  store: true,
  engine: true,
  ttlMs: true,
  leaseMs: true,
  maxAttempts: true,
  toolWaitMs: true,
  maxRunningPerOwner: true,
  maxRunningPerTool: true,
  sweepMs: true,
  sealWith: true,
  report: true,
  observer: true,
};

/** Checks the options and applies the defaults. The default `ttlMs` is in `task-store-options.ts` of `@toolwire/internal`. */
export function readTaskCallsOptions(options: TaskCallsOptions): TaskCallsSettings {
  checkNames('createTaskCalls()', options, optionNames);
  const { store, engine, report, observer, sealWith, ...limits } = options;
  const {
    ttlMs = defaultTaskTtlMs,
    leaseMs = 60_000,
    maxAttempts = 5,
    sweepMs = 30_000,
    toolWaitMs = 900_000,
  } = limits;
  checkNumber('ttlMs', ttlMs, wholeTimer);
  checkNumber('leaseMs', leaseMs, wholeTimer);
  checkNumber('sweepMs', sweepMs, wholeTimer);
  checkCount('maxAttempts', maxAttempts, 1);
  checkNumber('toolWaitMs', toolWaitMs, { unit: 'milliseconds', from: 0, infinity: 'as long as a call is stored' });
  return {
    store,
    engine,
    ttlMs,
    leaseMs,
    maxAttempts,
    toolWaitMs,
    slots: createRequiredSlots(limits),
    sweepMs,
    seal: sealWith && createCredentialSeal(sealWith),
    report: safeReport(report),
    observer,
  };
}
