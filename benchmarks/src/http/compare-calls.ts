import { callBody } from '../calculator.ts';
import { type Figure, figure, type Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { summarize } from '../statistics.ts';
import { checkContract } from './check-contract.ts';
import { requestText } from './http-text.ts';
import type { LoadTask } from './keep-alive-client.ts';
import { type Loader, type MeasuredServer, startLoader, startServer } from './processes.ts';

const contenders = ['hand-written', 'toolwire', 'fastify', 'hono'] as const;
type Contender = (typeof contenders)[number];

/** The most that toolwire may cost, as a multiple of another. */
const targets: Partial<Record<Contender, number>> = { 'hand-written': 1.25, fastify: 1.25 };

const connections = 16;
const request = requestText('POST', '/tools/call', callBody);

/** Measures one call over HTTP on each server, in turns, so that what disturbs the machine disturbs all alike. */
export async function compareCalls({ quick }: BenchOptions): Promise<Section> {
  const [rounds, calls, warmUpCalls] = quick ? [7, 4000, 8000] : [21, 10_000, 30_000];
  const loader = startLoader();
  const servers = new Map<Contender, MeasuredServer>();
  try {
    for (const name of contenders) {
      const server = await startServer(name);
      servers.set(name, server);
      await checkContract(name, server.port);
      await loader.run(taskFor(server, warmUpCalls));
    }
    const costs = new Map<Contender, number[]>(contenders.map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const name of contenders) {
        costs.get(name)?.push(await cpuPerCall(servers.get(name) as MeasuredServer, loader, calls));
      }
    }
    return {
      title: 'One call over HTTP',
      about: `CPU time of the server per call; ${rounds} rounds in turns, ${calls} calls each, ${connections} connections. Ratios are taken round by round.`,
      figures: figuresOf(costs),
    };
  } finally {
    loader.stop();
    for (const server of servers.values()) server.stop();
  }
}

async function cpuPerCall(server: MeasuredServer, loader: Loader, calls: number): Promise<number> {
  const before = await server.usage();
  await loader.run(taskFor(server, calls));
  const after = await server.usage();
  return (after.cpu - before.cpu) / calls;
}

function taskFor({ port }: MeasuredServer, calls: number): LoadTask {
  return { port, request, status: 200, expected: '"value":42', calls, connections };
}

function figuresOf(costs: ReadonlyMap<Contender, readonly number[]>): Figure[] {
  const ours = costs.get('toolwire') ?? [];
  const ratios = contenders
    .filter((name) => name !== 'toolwire')
    .map((name) => {
      const theirs = costs.get(name) ?? [];
      const atMost = targets[name];
      return figure(
        `toolwire / ${name}`,
        'x',
        summarize(ours.map((cost, round) => cost / (theirs[round] as number))),
        atMost === undefined ? {} : { atMost },
      );
    });
  return [...contenders.map((name) => figure(name, 'µs', summarize(costs.get(name) ?? []))), ...ratios];
}
