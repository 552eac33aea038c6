import type { Call, Outcome, Stage } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer, type ReadyCall } from '@toolwire/server';
import { forecast } from './weather.ts';

/** Counts how calls end, whatever becomes of them. */
function countEndings(counts: Map<Outcome['kind'], number>): Stage<Call> {
  return async (_call, next) => {
    const outcome = await next();
    counts.set(outcome.kind, (counts.get(outcome.kind) ?? 0) + 1);
    return outcome;
  };
}

/** Lets each user run each tool a few times; calls that never run, such as those with wrong input, are free. */
export function quota(runs: number, used: Map<string, number> = new Map()): Stage<ReadyCall> {
  return (call, next) => {
    const key = `${call.tool.id} ${call.context.userId}`;
    const count = (used.get(key) ?? 0) + 1;
    used.set(key, count);
    return count > runs ? { kind: 'refused', code: 'overloaded', message: `You have used all ${runs} calls` } : next();
  };
}

export const endings = new Map<Outcome['kind'], number>();

export const server = createToolServer({
  tools: [forecast],
  wires: [otc({ prefix: '/added' })],
  // `use` is around everything; no tool is known there yet, so `quota` in it does not compile.
  use: [countEndings(endings)],
  // `around` is around the run of a tool whose input fits.
  around: [quota(2)],
});
