import type { Call, MaybePromise, Outcome, RefusedOutcome, Stage, Tool } from '@toolwire/core';
import { anyLimit, checkNames, checkNumber, isPromise, type NamesOf } from '@toolwire/internal';
import {
  type ConcurrencyLimit,
  type ConcurrencyLimitOptions,
  createConcurrencyLimit,
  type NoSlot,
  type Slot,
} from '../concurrency-limit.ts';
import { getOrMake } from '../get-or-make.ts';
import { waitInWords } from '../time-limit.ts';

/** How many runs may go on at once, and how many calls may wait for each of these limits. */
export interface ConcurrencyOptions extends Omit<ConcurrencyLimitOptions, 'max'> {
  /** The most runs of all tools together; no limit if left out. */
  readonly server?: number | undefined;
  /** The most runs of each tool, all its versions together; no limit if left out. */
  readonly perTool?: number | undefined;
  /** The most runs of single tools, by ids such as `Reports.Build`; these go before `perTool`. */
  readonly tools?: Readonly<Record<string, number>> | undefined;
}

type Refuse = (noSlot: NoSlot) => RefusedOutcome;

const unlimited = Number.POSITIVE_INFINITY;

const optionNames: NamesOf<ConcurrencyOptions> = {
  server: true,
  perTool: true,
  tools: true,
  queue: true,
  queueTimeoutMs: true,
  retryAfterMs: true,
};

/** Limits how many runs go on at once: calls wait for their turn in bounded queues, and are refused as `overloaded` beyond. */
export function concurrency(options: ConcurrencyOptions): Stage<Call & { readonly tool: Tool }> {
  checkNames('concurrency()', options, optionNames);
  const { server = unlimited, perTool = unlimited, tools = {}, ...waiting } = options;
  const ownLimits = new Map(Object.entries(tools));
  checkNumber('server', server, anyLimit);
  checkNumber('perTool', perTool, anyLimit);
  for (const [id, max] of ownLimits) checkNumber(`tools['${id}']`, max, anyLimit);

  const serverLimit = createConcurrencyLimit({ ...waiting, max: server });
  // As many as there are tools; each is made when its tool is first called.
  const toolLimits = new Map<string, ConcurrencyLimit>();
  const makeLimit = (toolId: string): ConcurrencyLimit =>
    createConcurrencyLimit({ ...waiting, max: ownLimits.get(toolId) ?? perTool });

  return (call, next) => {
    const { tool } = call;
    const refuse = (noSlot: NoSlot, who: string): RefusedOutcome => ({
      kind: 'refused',
      code: noSlot.reason === 'aborted' ? 'unavailable' : 'overloaded',
      message: `${whyNot(noSlot, who)} The tool did not run; try again in ${waitInWords(noSlot.retryAfterMs)}.`,
      retryAfterMs: noSlot.retryAfterMs,
      tool,
    });
    // The tool's slot first: who waits for a busy tool must not keep one of the server's slots from the others.
    return inSlot(
      getOrMake(toolLimits, tool.id, makeLimit),
      call,
      () => inSlot(serverLimit, call, next, (noSlot) => refuse(noSlot, 'The server')),
      (noSlot) => refuse(noSlot, `Tool '${tool.name}'`),
    );
  };
}

function inSlot(
  limit: ConcurrencyLimit,
  call: Call,
  go: () => MaybePromise<Outcome>,
  refuse: Refuse,
): MaybePromise<Outcome> {
  const slot = limit.acquire(call.lifetime);
  return isPromise(slot) ? slot.then((late) => begin(late, go, refuse)) : begin(slot, go, refuse);
}

/** Runs in the slot, and gives it back however the run ends; nothing waits that need not. */
function begin(slot: Slot | NoSlot, go: () => MaybePromise<Outcome>, refuse: Refuse): MaybePromise<Outcome> {
  if (!slot.admitted) return refuse(slot);
  let outcome: MaybePromise<Outcome>;
  try {
    outcome = go();
  } catch (thrown) {
    slot.release();
    throw thrown;
  }
  if (isPromise(outcome)) return releaseAfter(outcome, slot);
  slot.release();
  return outcome;
}

async function releaseAfter(outcome: Promise<Outcome>, slot: Slot): Promise<Outcome> {
  try {
    return await outcome;
  } finally {
    slot.release();
  }
}

function whyNot({ reason }: NoSlot, who: string): string {
  switch (reason) {
    case 'full':
      return `${who} has as many calls as it takes.`;
    case 'timeout':
      return `${who} is busy, and the turn of the call did not come in time.`;
    case 'aborted':
      return 'The call was cut off while it waited for its turn.';
  }
}
