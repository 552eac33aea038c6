import { callBody } from '../calculator.ts';
import { type Figure, figure, type Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import type { Side } from '../servers/adapters/side.ts';
import { ratiosOf, summarize } from '../statistics.ts';
import { checkSameAnswers } from './check-same-answers.ts';
import { requestText } from './http-text.ts';
import { connections, type Measured, takeTurns } from './take-turns.ts';

interface HostApp {
  readonly host: string;
  readonly module: string;
  readonly sides: readonly Exclude<Side, 'hand-written'>[];
}

const hosts: readonly HostApp[] = [
  { host: 'Express 5', module: 'express-5', sides: ['parsed', 'unread'] },
  { host: 'Express 4', module: 'express-4', sides: ['parsed', 'unread'] },
  { host: 'Koa 3', module: 'koa-3', sides: ['parsed', 'unread'] },
  { host: 'Fastify 5', module: 'fastify-5', sides: ['unread'] },
  { host: 'Hono 4', module: 'hono-4', sides: ['parsed', 'unread'] },
];

/** The most that toolwire may cost in an app, as a multiple of a route that is written by hand for the same app. */
const atMost = 1.1;

const path = '/ai/tools/call';

/** Measures one call in an app of each framework: answered by toolwire, and by a route of the app's own. */
export async function compareAdapters({ quick, profile }: BenchOptions): Promise<Section> {
  const turns = quick
    ? { starts: 1, rounds: 14, callsPerRound: 600, warmUpCalls: 5000 }
    : { starts: 5, rounds: 15, callsPerRound: 800, warmUpCalls: 30_000 };
  const figures: Figure[] = [];
  for (const { host, module, sides } of hosts) {
    const names: readonly Side[] = ['hand-written', ...sides];
    const measured = await takeTurns(
      names.map((name) => ({ name, module: `adapters/${module}`, args: [name] })),
      turns,
      {
        request: requestText('POST', path, callBody),
        expected: '"value":42',
        check: (ports) => checkSameAnswers(path, ports),
        profile,
      },
    );
    figures.push(...figuresOf(host, sides, measured));
  }
  const { starts, rounds, callsPerRound } = turns;
  return {
    title: 'One call in an existing app',
    about:
      `CPU time of the server per call: ${starts} starts with ${rounds} rounds each, ${callsPerRound} calls a round, server after server, ` +
      `${connections} connections. Ratios are taken round by round. "parsed": the app's parser runs before toolwire; ` +
      '"unread": toolwire reads the body.',
    figures,
  };
}

function figuresOf(host: string, sides: HostApp['sides'], measured: ReadonlyMap<string, Measured>): readonly Figure[] {
  const byHand = measured.get('hand-written')?.cpu ?? [];
  return [
    figure(`${host}, hand-written`, 'µs', summarize(byHand)),
    ...sides.flatMap((side) => {
      const ours = measured.get(side)?.cpu ?? [];
      return [
        figure(`${host}, toolwire, ${side}`, 'µs', summarize(ours)),
        figure(`${host}, toolwire, ${side} / hand-written`, 'x', summarize(ratiosOf(ours, byHand)), { atMost }),
      ];
    }),
  ];
}
