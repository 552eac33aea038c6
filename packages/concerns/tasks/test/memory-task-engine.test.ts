import { describe, expect, it } from 'vitest';
import { taskEngineContract } from '../src/contract.ts';
import { createMemoryTaskEngine, type TaskEngine } from '../src/index.ts';
import { advancingClock, endWaitInVain } from './helpers.ts';

/** Drops turns whose keys this process has already enqueued. */
function dropKnownTurns(enqueue: TaskEngine['enqueue']): Partial<TaskEngine> {
  const known = new Set<string>();
  return {
    enqueue: async (turn) => {
      const key = `${turn.taskId}.${turn.turn}`;
      if (known.has(key)) return;
      known.add(key);
      await enqueue(turn);
    },
  };
}

/** Defects of the engine of each process, each with the case that must fail. */
const sabotages: readonly (readonly [title: string, sabotage: (engine: TaskEngine) => Partial<TaskEngine>])[] = [
  ['delivers turns that were enqueued', () => ({ enqueue: () => Promise.resolve() })],
  ['queues each turn', (engine) => ({ enqueue: (turn) => engine.enqueue({ ...turn, taskId: crypto.randomUUID() }) })],
  // The random IDs keep the shared queue from recognizing the turn.
  [
    'queues a turn that several processes enqueue',
    (engine) => dropKnownTurns((turn) => engine.enqueue({ ...turn, taskId: crypto.randomUUID() })),
  ],
  ['accepts a turn again', (engine) => dropKnownTurns((turn) => engine.enqueue(turn))],
  ['passes the tool', (engine) => ({ enqueue: ({ taskId, turn }) => engine.enqueue({ taskId, turn }) })],
  [
    'delivers tasks with any ID',
    (engine) => ({ enqueue: (turn) => engine.enqueue({ ...turn, taskId: encodeURIComponent(turn.taskId) }) }),
  ],
  [
    'delivers a turn again',
    (engine) => ({
      work: (run) =>
        engine.work(async (delivery) => {
          await run(delivery);
          return 'settled';
        }),
    }),
  ],
  [
    'waits for running turns',
    (engine) => ({
      work: (run) => {
        void engine.work(run);
        return { stop: () => Promise.resolve() };
      },
    }),
  ],
];

describe('createMemoryTaskEngine', () => {
  it.each(taskEngineContract)('$title', ({ run }) => {
    const engine = createMemoryTaskEngine();
    return run(engine, engine);
  });

  it('limits concurrent runs', async () => {
    const engine = createMemoryTaskEngine({ maxRunning: 2 });
    let [running, most, ended] = [0, 0, 0];
    const all = new Promise<void>((resolve) => {
      engine.work(async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((next) => setImmediate(next));
        running -= 1;
        ended += 1;
        if (ended === 20) resolve();
        return 'settled';
      });
    });
    for (let index = 0; index < 20; index += 1) await engine.enqueue({ taskId: String(index), turn: 1 });
    await all;
    expect(most).toBe(2);
  });

  it('refuses unknown options', () => {
    expect(() => createMemoryTaskEngine({ maxRuning: 1 } as object)).toThrow(/maxRunning/);
  });
});

describe('taskEngineContract', () => {
  it.each(sabotages)('notices that an engine never %s', async (title, sabotage) => {
    const found = taskEngineContract.find((one) => one.title.startsWith(title));
    endWaitInVain(advancingClock());
    const engine = createMemoryTaskEngine();
    const methods: TaskEngine = {
      ready: () => engine.ready(),
      enqueue: (turn) => engine.enqueue(turn),
      work: (run) => engine.work(run),
    };
    const open = (): TaskEngine => ({ ...methods, ...sabotage(engine) });
    await expect(found?.run(open(), open())).rejects.toThrow(/: expected .*, got |deliver/);
  });

  it('has a defect for every case', () => {
    expect(taskEngineContract.filter(({ title }) => !sabotages.some(([start]) => title.startsWith(start)))).toEqual([]);
  });
});

it('rejects with the first failure of a case, even if its worker does not stop', async () => {
  const engine = createMemoryTaskEngine();
  const broken: TaskEngine = {
    ready: () => engine.ready(),
    enqueue: (turn) => engine.enqueue(turn),
    work: () => {
      // The case enqueues its next turn while a worker runs.
      broken.enqueue = () => Promise.reject(new Error('The queue is gone.'));
      return { stop: () => Promise.reject(new Error('The worker does not stop.')) };
    },
  };
  await expect(taskEngineContract[0]?.run(broken, broken)).rejects.toThrow('The queue is gone.');
});

it('delivers a turn again whose run throws before it returns a promise', async () => {
  const engine = createMemoryTaskEngine();
  let runs = 0;
  const worker = engine.work(() => {
    runs += 1;
    if (runs === 1) throw new Error('The store is unavailable.');
    return Promise.resolve('settled');
  });
  await engine.enqueue({ taskId: 'task', turn: 1 });
  await expect.poll(() => runs).toBe(2);
  await worker.stop();
});
