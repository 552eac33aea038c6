import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { callBody } from '../calculator.ts';
import { type Figure, figure } from '../figure.ts';
import { requestText } from '../http/http-text.ts';
import { type MeasuredServer, startServer } from '../http/processes.ts';
import { ratiosOf, type Summary, summarize } from '../statistics.ts';
import { type ManyCallers, startCallers } from './many-callers.ts';

const modules = { toolwire: 'toolwire', fastify: 'fastify' } as const;
/** Files that a process opens in addition to its connections. */
const otherFiles = 200;
const request = requestText('POST', '/tools/call', callBody);

interface Costs {
  /** Resident memory per connection, and what of it is live. */
  readonly bytes: number;
  readonly liveBytes: number;
  readonly idle: number;
  /** CPU microseconds per call: while all others are idle, and over a few connections with no others. */
  readonly busyCpu: readonly number[];
  readonly fewCpu: readonly number[];
}

/** Measures connections that stay open: what one takes that is idle, and what calls cost while there are so many. */
export async function connectionsCost(quick: boolean): Promise<Figure[]> {
  const wanted = quick ? 2_000 : 10_000;
  const open = Math.min(wanted, openFilesLimit() - otherFiles);
  const busy = Math.min(1_000, open);
  const rounds = quick ? 3 : 7;
  const costs = new Map<string, Costs>();
  for (const [name, module] of Object.entries(modules)) costs.set(name, await measure(module, open, busy, rounds));
  const note = open < wanted ? `only ${open}: more files may not be opened (ulimit -n)` : '';
  return [...costs].flatMap(([name, { bytes, liveBytes, idle, busyCpu, fewCpu }]) => [
    {
      name: `an open connection, ${name}`,
      unit: 'bytes',
      value: bytes,
      note: [`resident memory, of ${open}; ${Math.round(liveBytes)} of it live`, note].filter(Boolean).join('; '),
    },
    { name: `  all ${open} of them idle`, unit: 'ms/s', value: idle },
    figure(`  a call, ${busy} of them busy`, 'µs', summarize(busyCpu)),
    figure('  a call over 16 connections alone', 'µs', summarize(fewCpu)),
    figure('  many / few', 'x', summaryOfRatios(busyCpu, fewCpu)),
  ]);
}

function summaryOfRatios(ours: readonly number[], theirs: readonly number[]): Summary {
  return summarize(ratiosOf(ours, theirs));
}

async function measure(module: string, open: number, busy: number, rounds: number): Promise<Costs> {
  const server = await startServer(module, [], ['--expose-gc']);
  const [many, few] = [startCallers(), startCallers()];
  const port = server.port;
  const expected = '"value":42';
  try {
    await few.run({ ask: 'open', port, count: 16, request, expected });
    // Warm: what is counted is the connections, and not the first use of the code.
    await costOfCalls(server, few, 16);
    const before = await server.collected();
    await many.run({ ask: 'open', port, count: open, request, expected });
    const after = await server.collected();
    const idleBefore = await server.usage();
    const idleMs = 3_000;
    await wait(idleMs);
    const idle = ((await server.usage()).cpu - idleBefore.cpu) / idleMs;
    const [busyCpu, fewCpu]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      busyCpu.push(await costOfCalls(server, many, busy));
      fewCpu.push(await costOfCalls(server, few, 16));
    }
    const [bytes, liveBytes] = [(after.rss - before.rss) / open, (after.heap - before.heap) / open];
    return { bytes, liveBytes, idle, busyCpu, fewCpu };
  } finally {
    for (const one of [many, few, server]) one.stop();
  }
}

async function costOfCalls(server: MeasuredServer, callers: ManyCallers, busy: number): Promise<number> {
  const calls = 10_000;
  const before = await server.usage();
  await callers.run({ ask: 'call', request, calls, busy });
  return ((await server.usage()).cpu - before.cpu) / calls;
}

/** How many files a process of this machine may open; Node raises its own limit to the hard one when it starts. */
function openFilesLimit(): number {
  const hard = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard);
}
