import { assertEqual, waitUntil } from '@toolwire/internal';
import type { Delivery, TaskEngine } from '../engine/task-engine.ts';
import type { TaskTurn } from '../record/task-turn.ts';
import { unique } from './task-store-case.ts';

type DeliverTurn = Parameters<TaskEngine['work']>[0];

/** One requirement of every engine. `run` rejects if the engine fails it. No other worker may use its queue. */
export interface TaskEngineCase {
  readonly title: string;
  /** `other` is the engine of another process on the same queue. An engine that works only in one process is passed twice. */
  readonly run: (engine: TaskEngine, other: TaskEngine) => Promise<void>;
}

/** Creates a case, like `test` of a test runner. */
function engineCase(title: string, run: TaskEngineCase['run']): TaskEngineCase {
  return { title, run };
}

/** Cases about delivery. */
export const engineCases: readonly TaskEngineCase[] = [
  engineCase('delivers turns that were enqueued before or after a worker starts', async (engine) => {
    await engine.ready();
    const [early, late] = [newTurn(), newTurn()];
    await engine.enqueue(early);
    const { deliver, deliveries } = settleAll();
    await withWorker(engine, deliver, async () => {
      await engine.enqueue(late);
      await waitUntil(() => deliveries.length >= 2, 'expected both turns to be delivered');
    });
    assertEqual(deliveries.map(({ taskId }) => taskId).sort(), [early.taskId, late.taskId].sort(), 'delivered tasks');
  }),
  engineCase('queues each turn of a task at most once', (engine) =>
    expectEachTurnOnce(engine, [engine, engine, engine, engine]),
  ),
  engineCase('queues a turn that several processes enqueue at most once', async (engine, other) => {
    await Promise.all([engine.ready(), other.ready()]);
    await expectEachTurnOnce(engine, [engine, other, engine, other]);
  }),
  engineCase('accepts a turn again once it is settled', async (engine, other) => {
    await Promise.all([engine.ready(), other.ready()]);
    const turn = newTurn();
    const { deliver, deliveries } = settleAll();
    // Repeated, like a sweep, because the engine may still be removing the settled turn.
    const delivered = (expected: number): Promise<void> =>
      waitUntil(async () => {
        await engine.enqueue(turn);
        return deliveries.length >= expected;
      }, `expected ${expected} deliveries of the turn`);
    await withWorker(other, deliver, async () => {
      await delivered(1);
      await delivered(2);
    });
  }),
  engineCase('delivers tasks with any ID', async (engine) => {
    const ids = ['order:7', 'Ä b.*.>', '%3A'].map(unique);
    for (const taskId of ids) await engine.enqueue({ taskId, turn: 1 });
    const { deliver, deliveries } = settleAll();
    await withWorker(engine, deliver, () =>
      waitUntil(() => deliveries.length >= ids.length, 'expected all turns to be delivered'),
    );
    assertEqual(deliveries.map(({ taskId }) => taskId).sort(), ids.sort(), 'delivered tasks');
  }),
  engineCase('passes the tool of a turn to every delivery of the turn', async (engine) => {
    const tools: (string | undefined)[] = [];
    const record: DeliverTurn = async ({ tool }) => {
      tools.push(tool);
      return tools.length < 2 ? { againInMs: 1 } : 'settled';
    };
    await withWorker(engine, record, async () => {
      await engine.enqueue({ ...newTurn(), tool: 'Work.Steps@1.0.0' });
      await waitUntil(() => tools.length >= 2, 'expected two deliveries');
    });
    assertEqual(tools, ['Work.Steps@1.0.0', 'Work.Steps@1.0.0'], 'tools of the deliveries');
  }),
  engineCase('delivers a turn again after a delay or a failure', async (engine) => {
    let deliveries = 0;
    let returnedAt = 0;
    let delayedMs = 0;
    const delayThenFail: DeliverTurn = async () => {
      deliveries += 1;
      if (deliveries === 1) {
        returnedAt = performance.now();
        return { againInMs: 100 };
      }
      if (deliveries === 2) delayedMs = performance.now() - returnedAt;
      if (deliveries === 2) throw new Error('The store is unavailable.');
      return 'settled';
    };
    await withWorker(engine, delayThenFail, async () => {
      await engine.enqueue(newTurn());
      await waitUntil(() => deliveries >= 3, 'expected three deliveries');
    });
    assertEqual(deliveries, 3, 'number of deliveries');
    // Clocks round to whole milliseconds.
    assertEqual(delayedMs > 98, true, 'whether the turn came after its delay');
  }),
  engineCase('waits for running turns when stopped, and delivers later turns to the next worker', async (engine) => {
    let hasEnded = false;
    let hasStarted = false;
    const runSlowly: DeliverTurn = async () => {
      hasStarted = true;
      await new Promise((resolve) => setTimeout(resolve, 20));
      hasEnded = true;
      return 'settled';
    };
    await withWorker(engine, runSlowly, async () => {
      await engine.enqueue(newTurn());
      await waitUntil(() => hasStarted, 'expected a delivery');
    });
    assertEqual(hasEnded, true, 'whether the run ended before the worker stopped');
    const second = newTurn();
    await engine.enqueue(second);
    const { deliver, deliveries } = settleAll();
    await withWorker(engine, deliver, () =>
      waitUntil(() => deliveries.length >= 1, 'expected the second turn to be delivered'),
    );
    assertEqual(
      deliveries.map(({ taskId }) => taskId),
      [second.taskId],
      'tasks of the next worker',
    );
  }),
];

/** All senders but the last one enqueue a turn, and the last one its successor. Each of the two must be delivered once. */
async function expectEachTurnOnce(engine: TaskEngine, senders: readonly TaskEngine[]): Promise<void> {
  const first = newTurn();
  for (const sender of senders.slice(0, -1)) await sender.enqueue(first);
  await senders.at(-1)?.enqueue({ ...first, turn: 2 });
  const { deliver, deliveries } = settleAll();
  await withWorker(engine, deliver, () =>
    waitUntil(() => deliveries.length >= 2, 'expected two turns of the task to be delivered'),
  );
  assertEqual(
    deliveries.map(({ turn }) => turn).sort((a, b) => a - b),
    [1, 2],
    'delivered turns',
  );
}

/** Runs turns in a worker until `use` ends, and stops the worker also if `use` fails. */
async function withWorker(engine: TaskEngine, deliver: DeliverTurn, use: () => Promise<void>): Promise<void> {
  const worker = engine.work(deliver);
  const [used] = await Promise.allSettled([use()]);
  const [stopped] = await Promise.allSettled([worker.stop()]);
  // The first failure is the cause.
  for (const result of [used, stopped]) if (result.status === 'rejected') throw result.reason;
}

function newTurn(): TaskTurn {
  return { taskId: unique('task'), turn: 1 };
}

/** Settles each turn at once, and records the deliveries. */
function settleAll(): { readonly deliver: DeliverTurn; readonly deliveries: Delivery[] } {
  const deliveries: Delivery[] = [];
  const deliver: DeliverTurn = async (delivery) => {
    deliveries.push(delivery);
    return 'settled';
  };
  return { deliver, deliveries };
}
