import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from '../figure.ts';
import { type Cluster, processes, startCluster } from './cluster.ts';
import { costNames as names } from './cost-names.ts';
import { askMcp } from './mcp-request.ts';

const atOnce = 16;

interface TaskHandle {
  readonly taskId: string;
}

interface TaskState {
  readonly status: string;
  readonly result?: unknown;
}

/** Begins calls as tasks at one process each, and reads them at another. */
export async function tasksAcross(quick: boolean): Promise<Figure[]> {
  const count = quick ? 300 : 3_000;
  const cluster = await startCluster('tasks');
  try {
    // Cold code takes several times the CPU time of a task.
    await many(cluster, count);
    const before = await cluster.usage();
    const runsBefore = await runsOf(cluster);
    const reads = await many(cluster, count);
    const after = await cluster.usage();
    const runs = (await runsOf(cluster)).map((now, index) => now - (runsBefore[index] ?? 0));
    const per = (name: keyof typeof after): number => (after[name] - before[name]) / count;
    return [
      { name: names.taskCpu, unit: 'µs', value: per('servers'), note: `${(reads / count).toFixed(1)} reads each` },
      { name: names.taskRedisCpu, unit: 'µs', value: per('redis') },
      { name: names.taskScripts, unit: 'times', value: per('scripts') },
      { name: names.taskBytes, unit: 'bytes', value: per('bytes') },
      { name: names.taskMemory, unit: 'bytes', value: per('memory'), note: 'until it is forgotten' },
      {
        name: `${count} tasks begun at one process, read at another`,
        unit: 'times',
        value: count,
        note: `${runs.join(' + ')} runs in the processes`,
      },
    ];
  } finally {
    await cluster.stop();
  }
}

/** Answers how often all of them together were asked about. */
async function many(cluster: Cluster, count: number): Promise<number> {
  let [next, reads] = [0, 0];
  const one = async (): Promise<void> => {
    while (next < count) {
      const number = next;
      next += 1;
      const asked = await beginAndRead(cluster, number);
      reads += asked;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return reads;
}

async function beginAndRead(cluster: Cluster, number: number): Promise<number> {
  const begun = await askMcp<TaskHandle>(urlOf(cluster, number), 'tools/call', {
    name: 'Long_Add',
    arguments: { a: number, b: 1 },
  });
  for (let reads = 1; reads <= 1_000; reads++) {
    const params = { taskId: begun.taskId };
    const state = await askMcp<TaskState>(urlOf(cluster, number + 1), 'tasks/get', params);
    if (state.status === 'completed') {
      const text = JSON.stringify(state.result);
      if (!text.includes(String(number + 1))) throw new Error(`A task has come to ${text}`);
      return reads;
    }
    if (state.status !== 'working') throw new Error(`A task is ${JSON.stringify(state)}`);
    await wait(50);
  }
  throw new Error(`The task ${begun.taskId} has not ended.`);
}

function urlOf({ servers }: Cluster, number: number): string {
  return `http://127.0.0.1:${servers[number % processes]?.port}`;
}

async function runsOf({ servers }: Cluster): Promise<number[]> {
  return Promise.all(servers.map((one) => one.ask<number>('runs')));
}
