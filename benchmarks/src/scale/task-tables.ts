import type { MeasuredCosts } from './measured-costs.ts';
import { type Assumptions, usual } from './model.ts';
import { bytes, micro, table, whole } from './table-text.ts';

/** The defaults of a store of tasks on Redis, as its README has them. */
const defaults = { ttlSeconds: 86_400, keepEndedSeconds: 3_600, maxTasks: 100_000, maxTasksPerOwner: 10_000 } as const;

/** A rate of tasks, with how long they are stored. The defaults of a Redis are enough for the first. */
const plans = [
  { rate: 10, storedSeconds: 3_600, settings: '`ttlMs: 3_600_000`' },
  {
    rate: 1_000,
    storedSeconds: 600,
    settings: '`ttlMs: 600_000`, `maxTasksPerOwner` for your callers, `maxBytes: 4 * 1024 ** 3`',
  },
  { rate: 50_000, storedSeconds: 600, settings: 'cells, each with the settings of 1 000 tasks/s' },
] as const;

/** The tables of docs/scale.md about tasks, by the names of their places there. */
export function taskTables(costs: MeasuredCosts): Readonly<Record<'stored' | 'tasks', string>> {
  return { stored: storedTable(costs, usual), tasks: tasksTable(costs, usual) };
}

/** What one Redis carries, by each of its limits. */
function storedTable(costs: MeasuredCosts, { busy, redisBytes }: Assumptions): string {
  const { ttlSeconds, keepEndedSeconds, maxTasks, maxTasksPerOwner } = defaults;
  const byMemory = (seconds: number): number => redisBytes / (seconds * costs.taskMemory);
  return table(
    ['limit of one Redis', 'tasks/s'],
    [
      [`its thread: ${micro(costs.taskRedisCpu)} for each task`, perSecond((busy * 1e6) / costs.taskRedisCpu)],
      [`${bytes(redisBytes)} of memory, tasks stored for a day (default)`, perSecond(byMemory(ttlSeconds))],
      [`${bytes(redisBytes)} of memory, tasks stored for 10 minutes`, perSecond(byMemory(600))],
      [`${whole(maxTasks)} tasks (default), stored for a day`, perSecond(maxTasks / ttlSeconds)],
      [`${whole(maxTasks)} tasks, ended tasks replaced after an hour`, perSecond(maxTasks / keepEndedSeconds)],
      [
        `\`maxTasksPerOwner\` of ${whole(maxTasksPerOwner)} (default), for one owner`,
        perSecond(maxTasksPerOwner / keepEndedSeconds),
      ],
    ],
  );
}

function tasksTable(costs: MeasuredCosts, { busy, redisBytes }: Assumptions): string {
  return table(
    ['tasks/s', 'stored tasks', 'their memory', 'processes, a core each', 'Redis', 'set'],
    plans.map(({ rate, storedSeconds, settings }) => {
      const stored = rate * storedSeconds;
      const memory = stored * costs.taskMemory;
      const servers = Math.max((rate * costs.taskRedisCpu) / (busy * 1e6), memory / redisBytes);
      return [
        whole(rate),
        whole(stored),
        bytes(memory),
        whole(Math.ceil((rate * costs.taskCpu) / (busy * 1e6))),
        whole(Math.ceil(servers)),
        settings,
      ];
    }),
  );
}

function perSecond(rate: number): string {
  return rate >= 10 ? whole(rate) : rate.toFixed(1);
}
