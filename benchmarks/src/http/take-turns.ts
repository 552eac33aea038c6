import { join } from 'node:path';
import type { LoadTask } from './keep-alive-client.ts';
import { type Loader, type MeasuredServer, startLoader, startServer } from './processes.ts';

/** A server to measure beside others. */
export interface Contender {
  readonly name: string;
  /** Its module below `servers/`, and what to tell it. */
  readonly module: string;
  readonly args: readonly string[];
  /** What it is asked, and a piece of the right answer, where these are not those of all. */
  readonly exchange?: Pick<Contest, 'request' | 'expected'>;
}

/** How often and how long each contender is measured. */
export interface Turns {
  readonly starts: number;
  readonly rounds: number;
  readonly callsPerRound: number;
  readonly warmUpCalls: number;
}

/** What all contenders are asked, and what must hold of them before they are measured. */
export interface Contest {
  readonly request: string;
  /** A piece of the right answer, looked for in every one. */
  readonly expected: string;
  readonly check: (ports: ReadonlyMap<string, number>) => Promise<void>;
  /** Where to write a CPU profile of every server. */
  readonly profile: string | undefined;
}

/** How many callers there are at a time. */
export const connections = 16;

/** CPU microseconds per call of each contender, round by round; in turns, so that what disturbs the machine disturbs all alike. */
export async function takeTurns(
  contenders: readonly Contender[],
  { starts, rounds, callsPerRound, warmUpCalls }: Turns,
  contest: Contest,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const costs = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  await checkAll(contenders, contest.check);
  const loader = startLoader();
  try {
    // Started anew several times: how a compiler happens to lay a process out is worth some percent.
    for (let start = 0; start < starts; start++) {
      const servers = await startAll(contenders, contest.profile);
      const taskOf = (name: string, server: MeasuredServer, calls: number): LoadTask => {
        const { request, expected } = contenders.find((one) => one.name === name)?.exchange ?? contest;
        return { port: server.port, request, status: 200, expected, calls, connections };
      };
      for (const [name, server] of servers) await loader.run(taskOf(name, server, warmUpCalls));
      for (let round = 0; round < rounds; round++) {
        // To and fro: nobody always comes after the same one.
        const order = round % 2 === 0 ? [...servers] : [...servers].reverse();
        for (const [name, server] of order) {
          costs.get(name)?.push(await cpuPerCall(server, loader, taskOf(name, server, callsPerRound)));
        }
      }
      for (const server of servers.values()) server.stop();
    }
  } finally {
    loader.stop();
  }
  return costs;
}

/** In processes of their own: what a refusal leaves behind in the compiler makes some servers half as fast. */
async function checkAll(contenders: readonly Contender[], check: Contest['check']): Promise<void> {
  const servers = await startAll(contenders, undefined);
  await check(new Map([...servers].map(([name, { port }]) => [name, port])));
  for (const server of servers.values()) server.stop();
}

async function startAll(
  contenders: readonly Contender[],
  profile: string | undefined,
): Promise<Map<string, MeasuredServer>> {
  const servers = new Map<string, MeasuredServer>();
  for (const { name, module, args } of contenders) {
    const flags = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(profile, module, ...args)}`];
    servers.set(name, await startServer(module, args, flags));
  }
  return servers;
}

async function cpuPerCall(server: MeasuredServer, loader: Loader, task: LoadTask): Promise<number> {
  const before = await server.usage();
  await loader.run(task);
  const after = await server.usage();
  return (after.cpu - before.cpu) / task.calls;
}
