import { join } from 'node:path';
import { toAndFro } from '../to-and-fro.ts';
import type { LoadTask } from './keep-alive-client.ts';
import { type Loader, type MeasuredServer, startLoader, startServer } from './processes.ts';

/** A server to measure next to other servers. */
export interface Contender {
  readonly name: string;
  /** Its module in `servers/`, and its arguments. */
  readonly module: string;
  readonly args: readonly string[];
  /** Its request and a part of the correct response, if they differ from the shared ones. */
  readonly exchange?: Pick<Contest, 'request' | 'expected'>;
  /** The part of the others' calls that is enough for one that takes many times as long, to warm up and in a round. */
  readonly share?: number;
}

/** How often and how long each contender is measured. */
export interface Turns {
  readonly starts: number;
  readonly rounds: number;
  readonly callsPerRound: number;
  readonly warmUpCalls: number;
  /** Calls after the rounds of each start that count allocations without measuring time. Default: no calls. */
  readonly countedCalls?: number;
}

/** The measurements of one contender. */
export interface Measured {
  /** CPU microseconds per call, round by round. */
  readonly cpu: readonly number[];
  /** As its callers saw it, round by round. */
  readonly callsPerSecond: readonly number[];
  /** Microseconds. */
  readonly p99: readonly number[];
  /** Bytes and microseconds per call, for each start. */
  readonly allocated: readonly number[];
  readonly collecting: readonly number[];
}

/** The request of all contenders, and the checks before they are measured. */
export interface Contest {
  readonly request: string;
  /** A piece of the right answer, looked for in every one. */
  readonly expected: string;
  /** Whether each call has a unique ID, which replaces `callIdPlace` in the request. */
  readonly hasNewIds?: boolean;
  readonly check: (ports: ReadonlyMap<string, number>) => Promise<void>;
  /** Where to write a CPU profile of every server. */
  readonly profile: string | undefined;
}

/** How many callers there are at a time. */
export const connections = 16;

/** Measures each contender, in turns, so that what disturbs the machine disturbs all alike. */
export async function takeTurns(
  contenders: readonly Contender[],
  { starts, rounds, callsPerRound, warmUpCalls, countedCalls = 0 }: Turns,
  contest: Contest,
): Promise<ReadonlyMap<string, Measured>> {
  const measured = new Map(contenders.map(({ name }) => [name, nothingYet()]));
  const known = new Map(contenders.map((one) => [one.name, one]));
  const shareOf = (name: string): number => known.get(name)?.share ?? 1;
  await checkAll(contenders, contest.check);
  const loader = startLoader();
  let sent = 0;
  try {
    // Started anew several times: how a compiler happens to lay a process out is worth some percent.
    for (let start = 0; start < starts; start++) {
      const servers = await startAll(contenders, contest.profile);
      const taskOf = (name: string, server: MeasuredServer, calls: number): LoadTask => {
        const { request, expected } = known.get(name)?.exchange ?? contest;
        const task = { port: server.port, request, status: 200, expected, calls, connections } as const;
        if (contest.hasNewIds !== true) return task;
        sent += calls;
        return { ...task, callIdFrom: sent };
      };
      for (const [name, server] of servers) await loader.run(taskOf(name, server, warmUpCalls * shareOf(name)));
      for (const [name, server] of toAndFro([...servers], rounds)) {
        await measureRound(server, loader, taskOf(name, server, callsPerRound * shareOf(name)), measured.get(name));
      }
      for (const [name, server] of countedCalls > 0 ? servers : []) {
        await countAllocations(server, loader, taskOf(name, server, countedCalls * shareOf(name)), measured.get(name));
      }
      for (const server of servers.values()) server.stop();
    }
  } finally {
    loader.stop();
  }
  return measured;
}

/** In separate processes, because a refusal leaves state in the compiler that makes some servers half as fast. */
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

type Measuring = { readonly [Name in keyof Measured]: number[] };

function nothingYet(): Measuring {
  return { cpu: [], callsPerSecond: [], p99: [], allocated: [], collecting: [] };
}

async function measureRound(
  server: MeasuredServer,
  loader: Loader,
  task: LoadTask,
  measured: Measuring | undefined,
): Promise<void> {
  const before = await server.usage();
  const { callsPerSecond, p99 } = await loader.run(task);
  const after = await server.usage();
  measured?.cpu.push((after.cpu - before.cpu) / task.calls);
  measured?.callsPerSecond.push(callsPerSecond);
  measured?.p99.push(p99);
}

async function countAllocations(
  server: MeasuredServer,
  loader: Loader,
  task: LoadTask,
  measured: Measuring | undefined,
): Promise<void> {
  const heapUse = await server.watchHeap();
  await loader.run(task);
  const { allocated, collecting } = await heapUse();
  measured?.allocated.push(allocated / task.calls);
  measured?.collecting.push(collecting / task.calls);
}
