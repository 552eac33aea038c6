import { strictEqual } from 'node:assert';
import { type Call, type CallHandler, noContextValues } from '@toolwire/core';
import { idempotency } from '@toolwire/idempotency/stage';
import { createToolServer } from '@toolwire/server';
import { add } from '../calculator.ts';
import { type Figure, figure, type Section } from '../figure.ts';
import { summarize } from '../statistics.ts';
import { answerAlone } from './alone.ts';

const callsPerRound = 5_000;

const call: Call = {
  wire: 'otc',
  toolId: 'Calculator.Add@1',
  callId: '7c0a0c8e-3f3b-4a3c-9a53-0d1f6c1c6a10',
  callerCallId: undefined,
  traceId: undefined,
  input: { a: 19, b: 23 },
  context: { authorization: [], secrets: [] },
  principal: undefined,
  lifetime: new AbortController(),
  values: noContextValues,
  reportProgress: undefined,
  reportLog: undefined,
  ask: undefined,
  propagated: undefined,
  logger: undefined,
};

let calls = 0;

/** Makes the calls of a round, before the clock starts. */
type MakeCalls = (count: number) => readonly Call[];

const unkeyed: MakeCalls = (count) => Array<Call>(count).fill(call);
const keyed: MakeCalls = (count) =>
  Array.from({ length: count }, () => {
    // From a parser, as keys are.
    const key = JSON.parse(`"7c0a0c8e-3f3b-4a3c-9a53-${String((calls += 1)).padStart(12, '0')}"`) as string;
    return { ...call, callId: key, callerCallId: key };
  });

await answerAlone(async ({ quick }): Promise<Section> => {
  const rounds = quick ? 21 : 101;
  const later = { ...add, run: async ({ a, b }: { a: number; b: number }) => a + b };
  const [atOnce, inTurn] = [pairOf(add), pairOf(later)];
  return {
    title: 'Idempotent calls',
    about: `CPU time per call, less that of the same server without idempotency; ${rounds} rounds in turns, ${callsPerRound} calls each.`,
    figures: [
      await added('a call without a key', rounds, atOnce, unkeyed, { atMost: 0.2, note: 'nothing is looked up' }),
      await added('a call with a key', rounds, atOnce, keyed, { atMost: 3, note: 'kept in memory' }),
      await added('  by an asynchronous tool', rounds, inTurn, keyed, { atMost: 3 }),
    ],
  };
});

interface Pair {
  readonly without: CallHandler;
  readonly with: CallHandler;
}

function pairOf(tool: typeof add): Pair {
  const server = (around: Parameters<typeof createToolServer>[0]['around']): CallHandler =>
    createToolServer({ tools: [tool], wires: [], around: around ?? [] }).call;
  return { without: server([]), with: server([idempotency()]) };
}

/** Takes turns, so that what disturbs the machine disturbs both. */
async function added(
  name: string,
  rounds: number,
  pair: Pair,
  makeCalls: MakeCalls,
  more: Pick<Figure, 'atMost' | 'note'> = {},
): Promise<Figure> {
  for (const handler of [pair.without, pair.with]) {
    strictEqual((await handler(makeCalls(1)[0] as Call)).kind, 'value', 'the tool runs');
    await microsecondsOf(handler, makeCalls(4 * callsPerRound));
  }
  const extra: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const base = await microsecondsOf(pair.without, makeCalls(callsPerRound));
    extra.push((await microsecondsOf(pair.with, makeCalls(callsPerRound))) - base);
  }
  return figure(name, 'µs', summarize(extra), more);
}

async function microsecondsOf(handler: CallHandler, made: readonly Call[]): Promise<number> {
  const before = process.cpuUsage();
  for (const one of made) await handler(one);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / made.length;
}
