import type { Delivery, TaskEngine, TaskTurn } from '../task-engine.ts';
import { same, unique, until } from './task-store-case.ts';

/** One requirement of every engine, without other workers. `run` rejects if the engine fails it. */
export interface TaskEngineCase {
  readonly title: string;
  readonly run: (engine: TaskEngine) => Promise<void>;
}

/** Cases about delivery. */
export const engineCases: readonly TaskEngineCase[] = [
  {
    title: 'delivers turns that were enqueued before or after a worker starts',
    run: async (engine) => {
      await engine.ready();
      const [early, late] = [newTurn(), newTurn()];
      await engine.enqueue(early);
      const seen: TaskTurn[] = [];
      const worker = engine.work(async (delivery) => {
        seen.push(turnOf(delivery));
        return 'settled';
      });
      await engine.enqueue(late);
      await until(() => seen.length >= 2, 'Not all that was enqueued was delivered.');
      await worker.stop();
      same(seen.map(({ taskId }) => taskId).sort(), [early.taskId, late.taskId].sort(), 'what was delivered is');
    },
  },
  {
    title: 'queues each turn of a task at most once',
    run: async (engine) => {
      const turn = newTurn();
      for (let times = 0; times < 3; times += 1) await engine.enqueue(turn);
      await engine.enqueue({ ...turn, turn: 2 });
      const seen: number[] = [];
      const worker = engine.work(async (delivery) => {
        seen.push(delivery.turn);
        return 'settled';
      });
      await until(() => seen.length >= 2, 'Two turns of a task were not delivered.');
      await worker.stop();
      same(
        seen.sort((a, b) => a - b),
        [1, 2],
        'the turns are',
      );
    },
  },
  {
    title: 'passes on the tool of a turn, even when it is delivered again',
    run: async (engine) => {
      const seen: (string | undefined)[] = [];
      const worker = engine.work(async ({ tool }) => {
        seen.push(tool);
        return seen.length < 2 ? { againInMs: 1 } : 'settled';
      });
      await engine.enqueue({ ...newTurn(), tool: 'Work.Steps@1.0.0' });
      await until(() => seen.length >= 2, 'It was not delivered twice.');
      await worker.stop();
      same(seen, ['Work.Steps@1.0.0', 'Work.Steps@1.0.0'], 'the tools are');
    },
  },
  {
    title: 'delivers again after a delay or a failure',
    run: async (engine) => {
      let times = 0;
      const worker = engine.work(async () => {
        times += 1;
        if (times === 1) return { againInMs: 1 };
        if (times === 2) throw new Error('The store is away.');
        return 'settled';
      });
      await engine.enqueue(newTurn());
      await until(() => times >= 3, 'It was not delivered again.');
      await worker.stop();
      same(times, 3, 'the number of deliveries is');
    },
  },
  {
    title: 'waits for running turns when stopped, and delivers the rest to the next worker',
    run: async (engine) => {
      let ended = false;
      let begun = false;
      const worker = engine.work(async () => {
        begun = true;
        await new Promise((resolve) => setTimeout(resolve, 20));
        ended = true;
        return 'settled';
      });
      await engine.enqueue(newTurn());
      await until(() => begun, 'It was not delivered.');
      await worker.stop();
      same(ended, true, 'whether the run had ended is');
      const rest = newTurn();
      await engine.enqueue(rest);
      const seen: string[] = [];
      const next = engine.work(async ({ taskId }) => {
        seen.push(taskId);
        return 'settled';
      });
      await until(() => seen.length >= 1, 'The rest was not delivered.');
      await next.stop();
      same(seen, [rest.taskId], 'the rest is');
    },
  },
];

function newTurn(): TaskTurn {
  return { taskId: unique('task'), turn: 1 };
}

function turnOf({ taskId, turn }: Delivery): TaskTurn {
  return { taskId, turn };
}
