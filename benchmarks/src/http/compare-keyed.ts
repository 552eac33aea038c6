import { callBody } from '../calculator.ts';
import { type Figure, figure, type Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { ratiosOf, summarize } from '../statistics.ts';
import { checkContract, checkKeepsAnswers } from './check-contract.ts';
import { aboutContenders, contenderFigures } from './contender-figures.ts';
import { requestText } from './http-text.ts';
import { callIdPlace } from './keep-alive-client.ts';
import { connections, type Measured, takeTurns } from './take-turns.ts';

const ours = 'toolwire';
const byHand = 'by hand, with the same checks and stored results';

const contenders = [
  { name: ours, module: 'toolwire', args: ['keyed'] },
  { name: 'toolwire without stored results', module: 'toolwire', args: [] },
  { name: byHand, module: 'hand-written-checked', args: ['keyed'] },
  { name: 'by hand, with the same checks', module: 'hand-written-checked', args: [] },
] as const;

/** The most that it may cost, as a multiple of another: also of the server that does nothing for its call ids. */
const targets: readonly (readonly [other: string, more: Pick<Figure, 'atMost'>])[] = [
  [byHand, { atMost: 1.15 }],
  ['by hand, with the same checks', { atMost: 1.15 }],
  ['toolwire without stored results', {}],
];

/** Measures calls with unique call IDs, whose results toolwire stores. */
export async function compareKeyed({ quick, profile }: BenchOptions): Promise<Section> {
  const turns = quick
    ? { starts: 1, rounds: 10, callsPerRound: 1000, warmUpCalls: 6000, countedCalls: 3000 }
    : { starts: 5, rounds: 15, callsPerRound: 1500, warmUpCalls: 30_000, countedCalls: 6000 };
  const { call_id } = (JSON.parse(callBody) as { readonly request: { readonly call_id: string } }).request;
  const measured = await takeTurns(contenders, turns, {
    request: requestText('POST', '/tools/call', callBody.replace(call_id, callIdPlace)),
    expected: '"value":42',
    hasNewIds: true,
    check: async (ports) => {
      for (const { name, args } of contenders) {
        const port = ports.get(name) ?? 0;
        await checkContract(name, port);
        if (args.length > 0) await checkKeepsAnswers(name, port);
      }
    },
    profile,
  });
  const { starts, rounds, callsPerRound } = turns;
  return {
    title: 'One keyed call over HTTP',
    about:
      `CPU time of the server per call, each with a new call ID; ${starts} starts with ${rounds} rounds each, ${callsPerRound} calls a round, ` +
      `server after server, ${connections} connections. Ratios are taken round by round. ${aboutContenders}`,
    figures: figuresOf(measured),
  };
}

function figuresOf(measured: ReadonlyMap<string, Measured>): readonly Figure[] {
  const cpuOf = (name: string): readonly number[] => measured.get(name)?.cpu ?? [];
  return [
    ...contenders.flatMap(({ name }) => contenderFigures(name, measured.get(name))),
    ...targets.map(([other, more]) =>
      figure(`${ours} / ${other}`, 'x', summarize(ratiosOf(cpuOf(ours), cpuOf(other))), more),
    ),
  ];
}
