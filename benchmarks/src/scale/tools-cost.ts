import { toolIdAt } from '../calculator.ts';
import { type Figure, figure } from '../figure.ts';
import { requestText } from '../http/http-text.ts';
import { type Loader, type MeasuredServer, startLoader, startServer } from '../http/processes.ts';
import type { Registered } from '../servers/scale/many-tools.ts';
import { ratiosOf, summarize } from '../statistics.ts';
import { listingFigures, pageFigures, tools } from './tools-listing.ts';
import { inTurns } from './turns.ts';

const pageSize = 100;
/** How many different tools are called. */
const called = 1000;
const module = 'scale/many-tools';
// The memory of a process with many tools, in addition to Node itself.
const flags = ['--expose-gc', '--max-old-space-size=8000'];

/** Measures a server of a great many tools, whose schemas are all different. */
export async function toolsCost(quick: boolean): Promise<Figure[]> {
  const [few, many, rounds] = quick ? [1_000, 10_000, 3] : [1_000, 100_000, 7];
  const zod = await startServer(module, [String(many), 'zod', String(pageSize)], flags);
  const ofZod = await registrationFigures(zod, many, 'zod');
  zod.stop();
  const server = await startServer(module, [String(many), 'plain', String(pageSize)], flags);
  const small = await startServer(module, [String(few), 'plain', String(pageSize)], flags);
  const loader = startLoader();
  try {
    return [
      ...ofZod,
      ...(await registrationFigures(small, few, 'JSON Schema')),
      ...(await registrationFigures(server, many, 'JSON Schema')),
      ...(await pageFigures(server, [many, pageSize], rounds, loader)),
      ...(await listingFigures(server, many, quick ? 2 : 5, loader)),
      ...(await callFigures([server, many], [small, few], rounds, loader)),
    ];
  } finally {
    for (const one of [server, small, loader]) one.stop();
  }
}

async function registrationFigures(server: MeasuredServer, count: number, kind: string): Promise<Figure[]> {
  const { cpu, bytes, definitionBytes } = await server.ask<Registered>('registered');
  return [
    { name: `${tools(count)} registered, ${kind}`, unit: 'ms', value: cpu },
    {
      name: '  live memory per tool',
      unit: 'bytes',
      value: bytes / count,
      note: `and ${Math.round(definitionBytes / count)} of its definition`,
    },
  ];
}

async function callFigures(
  [server, many]: readonly [MeasuredServer, number],
  [small, few]: readonly [MeasuredServer, number],
  rounds: number,
  loader: Loader,
): Promise<Figure[]> {
  // Spread over all that there are.
  const calls = (count: number): readonly string[] =>
    Array.from({ length: called }, (_, index) => callOf(toolIdAt(index * Math.floor(count / called))));
  const [ofMany = [], ofFew = []] = await inTurns(
    [
      [server, calls(many)],
      [small, calls(few)],
    ],
    8 * called,
    rounds,
    loader,
    // Each tool compiles its schema with its first call, and its functions are fast after some more.
    { warmUpRounds: 6 },
  );
  return [
    figure(`a call of any of ${called} of ${tools(many)}`, 'µs', summarize(ofMany)),
    figure(`  of ${tools(few)}`, 'µs', summarize(ofFew)),
    figure('  many / few', 'x', summarize(ratiosOf(ofMany, ofFew))),
  ];
}

function callOf(toolId: string): string {
  return requestText('POST', '/tools/call', JSON.stringify({ request: { tool_id: toolId, input: { a: 19, b: 23 } } }));
}
