import { type Figure, figure, type Section } from '../figure.ts';
import { requestText } from '../http/http-text.ts';
import { callIdAt, callIdPlace, type LoadTask } from '../http/keep-alive-client.ts';
import { type Loader, startLoader } from '../http/processes.ts';
import type { BenchOptions } from '../options.ts';
import { ratiosOf, type Summary, summarize } from '../statistics.ts';
import { checkLimit, checkOnce } from './check-shared.ts';
import { type Cluster, type ClusterUsage, processes, startCluster } from './cluster.ts';
import { manyTitle, costNames as names } from './cost-names.ts';
import { tasksAcross } from './tasks-across.ts';

const connections = 64;

/** What a call of each kind came to, round by round. */
interface Costs {
  readonly perCall: { readonly [Name in keyof ClusterUsage]: number[] };
  readonly perSecond: number[];
}

const input = { a: 19, b: 23 };
const kinds = {
  plain: requestOf({ tool_id: 'Calculator.Add', input }),
  keyed: requestOf({ call_id: callIdPlace, tool_id: 'Calculator.Add', input }),
  counted: requestOf({ tool_id: 'Rated.Add', input }),
} as const;

/** Rehearses several processes behind nginx with a Redis: what is promised across them, and what calls cost there. */
export async function manyCost({ quick }: BenchOptions): Promise<Section> {
  const [rounds, calls, ids] = quick ? [3, 2_000, 50] : [7, 8_000, 300];
  const [cluster, loader] = [await startCluster('calls'), startLoader()];
  let figures: Figure[];
  try {
    const costs = await takeTurns(cluster, loader, rounds, calls);
    figures = [
      ...callFigures(costs),
      ...(await ownFigures(cluster)),
      await checkOnce(cluster, ids),
      await checkLimit(cluster),
    ];
  } finally {
    loader.stop();
    await cluster.stop();
  }
  return {
    title: manyTitle,
    about:
      `${processes} server processes behind nginx, which share a Redis (appendonly yes): ${rounds} rounds in turns, ${calls} calls each over ${connections} ` +
      'connections. CPU time of all server processes together, per call. Calls per second are those of this machine, which runs the caller as well.',
    figures: [...figures, ...(await tasksAcross(quick))],
  };
}

async function takeTurns(
  cluster: Cluster,
  loader: Loader,
  rounds: number,
  calls: number,
): Promise<Readonly<Record<keyof typeof kinds, Costs>>> {
  const costs = { plain: noCosts(), keyed: noCosts(), counted: noCosts() };
  let callIdFrom = 0;
  // The first two warm up: each process has but a part of the calls.
  for (let round = -2; round < rounds; round++) {
    for (const kind of ['plain', 'keyed', 'counted'] as const) {
      const task: LoadTask = {
        port: cluster.port,
        request: kinds[kind],
        status: 200,
        expected: '"value":42',
        calls,
        connections,
      };
      const before = await cluster.usage();
      const began = performance.now();
      await loader.run(kind === 'keyed' ? { ...task, callIdFrom } : task);
      const seconds = (performance.now() - began) / 1000;
      const after = await cluster.usage();
      callIdFrom += calls;
      if (round < 0) continue;
      costs[kind].perSecond.push(calls / seconds);
      for (const [name, values] of Object.entries(costs[kind].perCall)) {
        const one = name as keyof ClusterUsage;
        values.push((after[one] - before[one]) / calls);
      }
    }
  }
  return costs;
}

function noCosts(): Costs {
  const perCall = { servers: [], balancer: [], redis: [], scripts: [], commands: [], bytes: [], memory: [], keys: [] };
  return { perCall, perSecond: [] };
}

function callFigures({ plain, keyed, counted }: Readonly<Record<keyof typeof kinds, Costs>>): Figure[] {
  return [
    figure(names.plainCpu, 'µs', of(plain.perCall.servers)),
    figure(names.plainBalancerCpu, 'µs', of(plain.perCall.balancer)),
    figure('a call, by the clock', 'calls/s', of(plain.perSecond)),
    figure(names.keyedCpu, 'µs', of(keyed.perCall.servers)),
    figure('  with an id / without', 'x', of(ratiosOf(keyed.perCall.servers, plain.perCall.servers))),
    figure(names.keyedBalancerCpu, 'µs', of(keyed.perCall.balancer)),
    figure(names.keyedRedisCpu, 'µs', of(keyed.perCall.redis)),
    figure('a call with an ID, by the clock', 'calls/s', of(keyed.perSecond)),
    figure(names.keyedScripts, 'times', of(keyed.perCall.scripts), { note: 'each a round trip' }),
    figure(names.keyedCommands, 'times', of(keyed.perCall.commands), { note: 'the scripts among them' }),
    figure(names.keyedBytes, 'bytes', of(keyed.perCall.bytes)),
    figure(names.keyMemory, 'bytes', mean(keyed.perCall.memory), {
      note: `mean, for ${mean(keyed.perCall.keys).median.toFixed(2)} keys, until ttlMs is over`,
    }),
    figure(names.ratedCpu, 'µs', of(counted.perCall.servers), { note: 'by a limit that all processes share' }),
    figure(names.ratedRedisCpu, 'µs', of(counted.perCall.redis)),
    figure(names.ratedScripts, 'times', of(counted.perCall.scripts)),
    figure(names.ratedBytes, 'bytes', of(counted.perCall.bytes)),
  ];
}

async function ownFigures(cluster: Cluster): Promise<Figure[]> {
  const used = await Promise.all(cluster.servers.map((one) => one.usage()));
  const answer = await fetch(`http://127.0.0.1:${cluster.port}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request: { call_id: callIdAt(0), tool_id: 'Calculator.Add', input } }),
  });
  const head = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 17);
  const bytes = kinds.keyed.length + head + (await answer.arrayBuffer()).byteLength;
  return [
    { name: names.callBytes, unit: 'bytes', value: bytes },
    figure(names.processMemory, 'MB', summarize(used.map(({ rss }) => rss / 1e6))),
    { name: names.redisConnections, unit: 'times', value: await cluster.redisConnections() },
  ];
}

function of(values: readonly number[]): Summary {
  return summarize(values);
}

/** For what grows in steps, such as the tables of Redis. */
function mean(values: readonly number[]): Summary {
  const { low, high } = summarize(values);
  return { median: values.reduce((sum, one) => sum + one, 0) / values.length, low, high };
}

function requestOf(request: object): string {
  return requestText('POST', '/tools/call', JSON.stringify({ request }));
}
