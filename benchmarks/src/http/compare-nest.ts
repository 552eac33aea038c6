import { figure, type Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { ratiosOf, summarize } from '../statistics.ts';
import { checkWireAnswers } from './check-wire-answers.ts';
import { contenderFigures } from './contender-figures.ts';
import { type Contender, connections, takeTurns } from './take-turns.ts';
import { wireExchanges } from './wire-requests.ts';

const ours = '@toolwire/nest';
const other = '@rekog/mcp-nest';

const contenders: readonly Contender[] = [
  { name: ours, module: 'nest', args: [], exchange: wireExchanges.modernMcp },
  { name: other, module: 'mcp-nest', args: [], exchange: wireExchanges.modernMcp },
];

/** Measures one call of MCP in an app of NestJS on Express, with our module and with mcp-nest. */
export async function compareNest({ quick, profile }: BenchOptions): Promise<Section> {
  const turns = quick
    ? { starts: 1, rounds: 10, callsPerRound: 1000, warmUpCalls: 4000 }
    : { starts: 4, rounds: 15, callsPerRound: 1000, warmUpCalls: 10_000 };
  const measured = await takeTurns(contenders, turns, {
    ...wireExchanges.modernMcp,
    check: (ports) => checkWireAnswers(contenders, ports),
    profile,
  });
  const cpuOf = (name: string): readonly number[] => measured.get(name)?.cpu ?? [];
  const { starts, rounds, callsPerRound } = turns;
  return {
    title: 'One call in a NestJS app',
    about:
      `CPU time of the server per call of MCP 2026-07-28, on Express: ${starts} starts with ${rounds} rounds each, ${callsPerRound} calls a ` +
      `round, servers in turns, ${connections} connections. Ratios are taken round by round.`,
    figures: [
      ...contenders.flatMap(({ name }) => contenderFigures(name, measured.get(name))),
      figure(`${ours} / ${other}`, 'x', summarize(ratiosOf(cpuOf(ours), cpuOf(other))), { atMost: 0.5 }),
    ],
  };
}
