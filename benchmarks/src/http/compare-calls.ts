import { join } from 'node:path';
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
export async function compareCalls({ quick, profile }: BenchOptions): Promise<Section> {
  // Started anew several times: how a compiler happens to lay a process out is worth some percent.
  const [starts, rounds, calls, warmUpCalls] = quick ? [2, 10, 1000, 6000] : [6, 15, 1500, 12_000];
  const costs = new Map<Contender, number[]>(contenders.map((name) => [name, []]));
  const loader = startLoader();
  try {
    for (let start = 0; start < starts; start++) {
      const servers = await startServers(loader, warmUpCalls, profile);
      for (let round = 0; round < rounds; round++) {
        for (const [name, server] of servers) costs.get(name)?.push(await cpuPerCall(server, loader, calls));
      }
      for (const server of servers.values()) server.stop();
    }
  } finally {
    loader.stop();
  }
  return {
    title: 'One call over HTTP',
    about:
      `CPU time of the server per call: ${starts} starts with ${rounds} rounds each, ${calls} calls a round, server after server, ` +
      `${connections} connections. Ratios are taken round by round.`,
    figures: figuresOf(costs),
  };
}

async function startServers(
  loader: Loader,
  warmUpCalls: number,
  profile: string | undefined,
): Promise<Map<Contender, MeasuredServer>> {
  const servers = new Map<Contender, MeasuredServer>();
  for (const name of contenders) {
    const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profile, name)}`];
    const server = await startServer(name, [], flags);
    servers.set(name, server);
    await checkContract(name, server.port);
    await loader.run(taskFor(server, warmUpCalls));
  }
  return servers;
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
