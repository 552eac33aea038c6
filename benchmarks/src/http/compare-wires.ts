import { type Figure, figure, type Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { ratiosOf, summarize } from '../statistics.ts';
import { beginSession } from './begin-session.ts';
import { checkWireAnswers } from './check-wire-answers.ts';
import { aboutContenders, contenderFigures } from './contender-figures.ts';
import { type Contender, connections, type Measured, takeTurns } from './take-turns.ts';
import { sessionExchange, wireExchanges } from './wire-requests.ts';

const ours = { module: 'all-wires', args: [] };
const otc = 'Open Tool Calling';
const mcp = 'MCP 2026-07-28';
const legacyMcp = 'MCP 2025-11-25';
const inSession = 'MCP 2025-11-25 in a session';
const official = "the official SDK's McpServer";
const officialFirst = 'the official SDK, version 1';
const tmcp = 'tmcp, MCP 2026-07-28';
const byHand = (name: string): string => `${name}, by hand`;

const hand = { module: 'hand-written-wires', args: [] };
const slow = { args: [], share: 0.25 };

const contendersWith = (session: string, handSession: string): readonly Contender[] => [
  { name: otc, ...ours, exchange: wireExchanges.otc },
  { name: mcp, ...ours, exchange: wireExchanges.modernMcp },
  { name: legacyMcp, ...ours, exchange: wireExchanges.legacyMcp },
  { name: inSession, ...ours, exchange: sessionExchange(session) },
  { name: 'Arcade', ...ours, exchange: wireExchanges.arcade },
  { name: byHand(otc), module: 'hand-written-checked', args: [], exchange: wireExchanges.otc },
  { name: byHand(mcp), ...hand, exchange: wireExchanges.modernMcp },
  { name: byHand(inSession), ...hand, exchange: sessionExchange(handSession) },
  { name: byHand('Arcade'), ...hand, exchange: wireExchanges.arcade },
  { name: official, module: 'official-mcp', ...slow, exchange: wireExchanges.modernMcp },
  { name: officialFirst, module: 'official-mcp-v1', ...slow, exchange: wireExchanges.legacyMcp },
  { name: tmcp, module: 'tmcp', ...slow, exchange: wireExchanges.modernMcp },
];

/** The most that one may cost, as a multiple of another. */
const targets: readonly (readonly [one: string, other: string, atMost: number])[] = [
  [mcp, otc, 1.5],
  [legacyMcp, otc, 1.5],
  [inSession, legacyMcp, 1.1],
  ['Arcade', otc, 1.25],
  [otc, byHand(otc), 1.05],
  [mcp, byHand(mcp), 1.2],
  [inSession, byHand(inSession), 1.25],
  ['Arcade', byHand('Arcade'), 1.1],
  // Ten, eleven and five times less.
  [mcp, official, 0.1],
  [legacyMcp, officialFirst, 1 / 11],
  [mcp, tmcp, 0.2],
];

/** Measures one call of the same tool over each protocol, and in servers of other libraries. */
export async function compareWires({ quick, profile }: BenchOptions): Promise<Section> {
  const turns = quick
    ? { starts: 1, rounds: 10, callsPerRound: 800, warmUpCalls: 4000, countedCalls: 800 }
    : { starts: 5, rounds: 15, callsPerRound: 1000, warmUpCalls: 30_000, countedCalls: 4000 };
  const contenders = contendersWith(await beginSession(ours.module), await beginSession(hand.module));
  const measured = await takeTurns(contenders, turns, {
    ...wireExchanges.otc,
    check: (ports) => checkWireAnswers(contenders, ports),
    profile,
  });
  const { starts, rounds, callsPerRound } = turns;
  return {
    title: 'One call over each protocol',
    about:
      `CPU time of the server per call: ${starts} starts with ${rounds} rounds each, ${callsPerRound} calls a round, server after server, ` +
      `${connections} connections. Ratios are taken round by round. ${aboutContenders}`,
    figures: figuresOf(contenders, measured),
  };
}

function figuresOf(contenders: readonly Contender[], measured: ReadonlyMap<string, Measured>): readonly Figure[] {
  const cpuOf = (name: string): readonly number[] => measured.get(name)?.cpu ?? [];
  return [
    ...contenders.flatMap(({ name }) => contenderFigures(name, measured.get(name))),
    ...targets.map(([one, other, atMost]) =>
      figure(`${one} / ${other}`, 'x', summarize(ratiosOf(cpuOf(one), cpuOf(other))), { atMost }),
    ),
  ];
}
