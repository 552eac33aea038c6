import type { MeasuredCosts } from './measured-costs.ts';

/** Assumptions for values that were not measured. */
export interface Assumptions {
  /** How busy a core, a thread or a line may be, on average. */
  readonly busy: number;
  /** Which share of the calls has an id, and so a key on Redis. */
  readonly keyed: number;
  /** How long Redis keeps an answer, in seconds (`ttlMs`). */
  readonly keptSeconds: number;
  /** How long a call takes by the clock, in seconds: tools mostly wait for others. */
  readonly callSeconds: number;
  /** How many calls a second come over one connection of a caller. */
  readonly callsPerConnection: number;
  /** Bytes of data that one Redis holds. */
  readonly redisBytes: number;
  /** Bytes a second that one line carries each way. */
  readonly lineBytes: number;
  /** How many calls one process runs at once (`limits.runningCalls`). */
  readonly runningCalls: number;
}

/** Every call has an id, and all else is as servers and machines have it today. */
export const usual: Assumptions = {
  busy: 0.6,
  keyed: 1,
  keptSeconds: 15 * 60,
  callSeconds: 0.05,
  callsPerConnection: 1,
  redisBytes: 16e9,
  lineBytes: 1.25e9,
  runningCalls: 1000,
};

/** A part of a deployment, and what one of it takes. */
export interface PartLimit {
  readonly part: keyof typeof parts;
  /** Calls a second. */
  readonly takes: number;
}

/** The parts that may break, as tables call them. */
export const parts = {
  process: 'a server process, by its core',
  running: 'a server process, by `limits.runningCalls`',
  balancer: 'nginx, by one worker and its core',
  line: 'nginx, by a line of 10 Gbit/s',
  redisCpu: 'Redis, by its one thread',
  redisMemory: 'Redis, by its memory',
  redisLine: 'Redis, by a line of 10 Gbit/s',
} as const;

/** Returns the calls per second that one of each part can handle. The lowest limit is reached first. */
export function limitsOfOne(costs: MeasuredCosts, assumed: Assumptions): readonly PartLimit[] {
  const { busy, keyed, keptSeconds, callSeconds, redisBytes, lineBytes, runningCalls } = assumed;
  const takes: Readonly<Record<keyof typeof parts, number>> = {
    process: (busy * 1e6) / cpuOfCall(costs, keyed),
    running: (busy * runningCalls) / callSeconds,
    balancer: (busy * 1e6) / balancerCpuOfCall(costs, keyed),
    line: (busy * lineBytes) / costs.callBytes,
    redisCpu: (busy * 1e6) / (keyed * costs.keyedRedisCpu),
    redisMemory: redisBytes / (keyed * keptSeconds * costs.keyMemory),
    redisLine: (busy * lineBytes) / (keyed * costs.keyedBytes),
  };
  return Object.entries(takes)
    .map(([part, calls]) => ({ part: part as keyof typeof parts, takes: calls }))
    .sort((left, right) => left.takes - right.takes);
}

/** What so many calls a second need. */
export interface Needs {
  readonly calls: number;
  readonly processes: number;
  /** Memory of all of them, in bytes: with the connections from the balancer, each of which carries one call at a time. */
  readonly processBytes: number;
  readonly balancerCores: number;
  /** Connections of callers, all open. */
  readonly connections: number;
  readonly running: number;
  readonly redisScripts: number;
  readonly redisBytes: number;
  readonly redisShards: number;
  /** Bytes a second between callers and the balancer, and to and from Redis. */
  readonly callerTraffic: number;
  readonly redisTraffic: number;
  /** The parts of which one is no longer enough, with the lowest limit first. */
  readonly broken: readonly (keyof typeof parts)[];
}

/** Returns the resources for a rate, as multiples of the measured cost of one call. */
export function needsOf(calls: number, costs: MeasuredCosts, assumed: Assumptions): Needs {
  const { keyed, keptSeconds, callSeconds, callsPerConnection } = assumed;
  const limits = limitsOfOne(costs, assumed);
  const broken = limits.filter(({ takes }) => takes < calls);
  const count = (...of: readonly (keyof typeof parts)[]): number =>
    Math.max(1, ...limits.filter(({ part }) => of.includes(part)).map(({ takes }) => Math.ceil(calls / takes)));
  const processes = count('process', 'running');
  const running = calls * callSeconds;
  return {
    calls,
    processes,
    processBytes: processes * costs.processMemory * 1e6 + running * costs.connectionBytes,
    balancerCores: count('balancer'),
    connections: calls / callsPerConnection,
    running,
    redisScripts: calls * keyed * costs.keyedScripts,
    redisBytes: calls * keyed * keptSeconds * costs.keyMemory,
    redisShards: count('redisCpu', 'redisMemory', 'redisLine'),
    callerTraffic: calls * costs.callBytes,
    redisTraffic: calls * keyed * costs.keyedBytes,
    broken: broken.map(({ part }) => part),
  };
}

function cpuOfCall({ plainCpu, keyedCpu }: MeasuredCosts, keyed: number): number {
  return keyed * keyedCpu + (1 - keyed) * plainCpu;
}

function balancerCpuOfCall({ plainBalancerCpu, keyedBalancerCpu }: MeasuredCosts, keyed: number): number {
  return keyed * keyedBalancerCpu + (1 - keyed) * plainBalancerCpu;
}
