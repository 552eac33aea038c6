import { callBody } from '../calculator.ts';
import { type Figure, figure, type Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { ratiosOf, summarize } from '../statistics.ts';
import { checkContract } from './check-contract.ts';
import { aboutContenders, contenderFigures } from './contender-figures.ts';
import { requestText } from './http-text.ts';
import { connections, type Measured, takeTurns } from './take-turns.ts';

const contenders = ['hand-written', 'hand-written-checked', 'toolwire', 'fastify', 'hono'] as const;
type Contender = (typeof contenders)[number];

/** The most that toolwire may cost, as a multiple of another. */
const targets: Partial<Record<Contender, number>> = { 'hand-written': 1.25, 'hand-written-checked': 1.05, fastify: 1 };

/** Measures one call over HTTP on each server. */
export async function compareCalls({ quick, profile }: BenchOptions): Promise<Section> {
  const turns = quick
    ? { starts: 2, rounds: 10, callsPerRound: 1000, warmUpCalls: 6000, countedCalls: 3000 }
    : { starts: 5, rounds: 15, callsPerRound: 1500, warmUpCalls: 30_000, countedCalls: 6000 };
  const measured = await takeTurns(
    contenders.map((name) => ({ name, module: name, args: [] })),
    turns,
    {
      request: requestText('POST', '/tools/call', callBody),
      expected: '"value":42',
      check: async (ports) => {
        for (const [name, port] of ports) await checkContract(name, port);
      },
      profile,
    },
  );
  const { starts, rounds, callsPerRound } = turns;
  return {
    title: 'One call over HTTP',
    about:
      `CPU time of the server per call: ${starts} starts with ${rounds} rounds each, ${callsPerRound} calls a round, server after server, ` +
      `${connections} connections. Ratios are taken round by round. ${aboutContenders}`,
    figures: figuresOf(measured),
  };
}

function figuresOf(measured: ReadonlyMap<string, Measured>): Figure[] {
  const cpuOf = (name: Contender): readonly number[] => measured.get(name)?.cpu ?? [];
  const ratios = contenders
    .filter((name) => name !== 'toolwire')
    .map((name) => {
      const atMost = targets[name];
      return figure(
        `toolwire / ${name}`,
        'x',
        summarize(ratiosOf(cpuOf('toolwire'), cpuOf(name))),
        atMost === undefined ? {} : { atMost },
      );
    });
  return [...contenders.flatMap((name) => contenderFigures(name, measured.get(name))), ...ratios];
}
