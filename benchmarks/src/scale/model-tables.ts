import type { MeasuredCosts } from './measured-costs.ts';
import { type Assumptions, limitsOfOne, needsOf, parts, usual } from './model.ts';
import { bytes, micro, table, whole } from './table-text.ts';

/** Calls a second, from a server that few know to one that all use. */
export const rates = [100, 1_000, 10_000, 100_000, 1_000_000] as const;

/** How many calls have an id where only those do that change something. */
export const fewKeyed: Assumptions = { ...usual, keyed: 0.1 };

const remedies: Readonly<Record<keyof typeof parts, string>> = {
  process: 'more processes; they share no state',
  running: 'more processes, or a higher limit',
  balancer: '`worker_processes auto`, then several balancers behind one name',
  line: 'several balancers behind one name',
  redisCpu: 'cells: several groups of processes, each with a separate Redis; the caller determines the cell',
  redisMemory: 'a shorter `ttlMs`, IDs only for calls that change data; then cells',
  redisLine: 'cells',
};

/** The tables of docs/scale.md that multiply costs, by the names of their places there. */
export function modelTables(costs: MeasuredCosts): Readonly<Record<'costs' | 'limits' | 'needs' | 'few', string>> {
  return {
    costs: costsTable(costs),
    limits: table(
      ['one of', 'takes, calls/s', 'then'],
      limitsOfOne(costs, usual).map(({ part, takes }) => [parts[part], whole(takes), remedies[part]]),
    ),
    needs: needsTable(costs, usual),
    few: needsTable(costs, fewKeyed),
  };
}

function costsTable(costs: MeasuredCosts): string {
  const { plainCpu, keyedCpu, ratedCpu, taskCpu } = costs;
  return table(
    ['', 'server processes', 'nginx', 'Redis', 'scripts on Redis', 'bytes to and from Redis', 'memory on Redis'],
    [
      ['a call', micro(plainCpu), micro(costs.plainBalancerCpu), '', '', '', ''],
      [
        'a call with an ID',
        micro(keyedCpu),
        micro(costs.keyedBalancerCpu),
        micro(costs.keyedRedisCpu),
        whole(costs.keyedScripts),
        whole(costs.keyedBytes),
        `${whole(costs.keyMemory)} bytes`,
      ],
      [
        'a call that a shared limit counts',
        micro(ratedCpu),
        '',
        micro(costs.ratedRedisCpu),
        whole(costs.ratedScripts),
        whole(costs.ratedBytes),
        '',
      ],
      [
        'a call stored as a task, read from another process',
        micro(taskCpu),
        '',
        micro(costs.taskRedisCpu),
        costs.taskScripts.toFixed(1),
        whole(costs.taskBytes),
        `${whole(costs.taskMemory)} bytes`,
      ],
    ],
  );
}

function needsTable(costs: MeasuredCosts, assumed: Assumptions): string {
  return table(
    [
      'calls/s',
      'processes, a core each',
      'their memory',
      'nginx cores',
      "callers' connections",
      'calls at once',
      'scripts/s on Redis',
      'memory on Redis',
      'Redis shards',
      'bytes/s to callers and back',
      'bytes/s of Redis',
    ],
    rates.map((rate) => {
      const needs = needsOf(rate, costs, assumed);
      return [
        whole(rate),
        whole(needs.processes),
        bytes(needs.processBytes),
        whole(needs.balancerCores),
        whole(needs.connections),
        whole(needs.running),
        whole(needs.redisScripts),
        bytes(needs.redisBytes),
        whole(needs.redisShards),
        bytes(needs.callerTraffic),
        bytes(needs.redisTraffic),
      ];
    }),
  );
}
