import type { Call, MaybePromise, Outcome, RefusedOutcome, Stage, Tool } from '@toolwire/core';
import {
  anyLimit,
  checkNames,
  checkNumber,
  isPromise,
  type NamesOf,
  observeResult,
  StartupError,
} from '@toolwire/internal';
import {
  type ConcurrencyLimit,
  type ConcurrencyLimitOptions,
  createConcurrencyLimit,
  type Slot,
  type SlotRejection,
} from '../concurrency-limit.ts';
import { refuseBeforeRun, refuseCanceled } from './refusals.ts';
import type { ToolCall } from './run-list.ts';

/** Options of `concurrency()`; each limit has its own queue. */
export interface ConcurrencyOptions extends Omit<ConcurrencyLimitOptions, 'max'> {
  /** The largest number of concurrent runs of all tools; default no limit. */
  readonly server?: number | undefined;
  /** The largest number of concurrent runs per tool, over all its versions; default no limit. */
  readonly perTool?: number | undefined;
  /** Limits of single tools by ID, for example `Reports.Build`; they override `perTool`. */
  readonly tools?: Readonly<Record<string, number>> | undefined;
}

type Refuse = (rejection: SlotRejection) => RefusedOutcome;

const unlimited = Number.POSITIVE_INFINITY;

const optionNames: NamesOf<ConcurrencyOptions> = {
  server: true,
  perTool: true,
  tools: true,
  queue: true,
  queueTimeoutMs: true,
};

/**
 * Limits concurrent runs: calls wait in bounded queues, and are refused as `overloaded` beyond. Without it, a server still has
 * `runningLimit()`, with the default of `limits.runningCalls`.
 */
export function concurrency(options: ConcurrencyOptions): Stage<ToolCall> {
  checkNames('concurrency()', options, optionNames);
  const { server = unlimited, perTool = unlimited, tools = {}, ...waiting } = options;
  const ownLimits = new Map(Object.entries(tools));
  checkNumber('server', server, anyLimit);
  checkNumber('perTool', perTool, anyLimit);
  for (const [id, max] of ownLimits) {
    checkId(id);
    checkNumber(`tools['${id}']`, max, anyLimit);
  }

  const serverLimit = createConcurrencyLimit({ ...waiting, max: server });
  // One limit per tool, created by its first call.
  const toolLimits = new Map<string, ConcurrencyLimit>();
  const limitOf = ({ id }: Tool): ConcurrencyLimit => {
    const existing = toolLimits.get(id);
    if (existing !== undefined) return existing;
    const limit = createConcurrencyLimit({ ...waiting, max: ownLimits.get(id) ?? perTool });
    toolLimits.set(id, limit);
    return limit;
  };

  return (call, next) => {
    const { tool } = call;
    const refuse = ({ reason, retryAfterMs }: SlotRejection, limitedPart: string): RefusedOutcome =>
      reason === 'aborted'
        ? refuseCanceled(tool)
        : refuseBeforeRun({ code: 'overloaded', reason: reasonText(reason, limitedPart), retryAfterMs, tool });
    // The tool's slot first: calls that wait for a busy tool must not hold a slot of the server.
    return inSlot(
      limitOf(tool),
      call,
      () => inSlot(serverLimit, call, next, (rejection) => refuse(rejection, 'The server')),
      (rejection) => refuse(rejection, `Tool '${tool.name}'`),
    );
  };
}

/** Throws for a name or an ID with a version, whose limit would apply to no tool. */
function checkId(id: string): void {
  if (/^\w+\.\w+$/.test(id)) return;
  throw new StartupError(
    'TW_TOOL_ID',
    `concurrency({ tools }) has a limit for '${id}', which is not a tool ID. Write the ID without its version, such as 'Reports.Build'.`,
  );
}

function inSlot(
  limit: ConcurrencyLimit,
  call: Call,
  run: () => MaybePromise<Outcome>,
  refuse: Refuse,
): MaybePromise<Outcome> {
  const slot = limit.acquire(call.lifetime);
  return isPromise(slot)
    ? slot.then((acquiredSlot) => runInSlot(acquiredSlot, run, refuse))
    : runInSlot(slot, run, refuse);
}

/** Runs in the slot and always releases it; stays synchronous where possible. */
function runInSlot(
  slot: Slot | SlotRejection,
  run: () => MaybePromise<Outcome>,
  refuse: Refuse,
): MaybePromise<Outcome> {
  if (!slot.admitted) return refuse(slot);
  const release = (): void => slot.release();
  return observeResult(run, release, release);
}

function reasonText(reason: 'full' | 'timeout', limitedPart: string): string {
  return reason === 'full'
    ? `${limitedPart} has reached its limit of concurrent calls.`
    : `${limitedPart} is busy, and the call waited too long in the queue.`;
}
