import { assertEqual } from '@toolwire/internal';
import type { TaskRecord } from '../record/task-record.ts';
import type { SlotLimit } from '../store/slot-limit.ts';
import type { TaskStore } from '../store/task-store.ts';
import { createTask, readTask, storeCase, type TaskStoreCase, unfinishedIds, unique } from './task-store-case.ts';

/** Cases about concurrency limits. */
export const slotCases: readonly TaskStoreCase[] = [
  storeCase('never exceeds a limit, and leaves tasks without a slot unchanged', async ({ store }) => {
    const limits = [{ name: unique('tool'), max: 3 }];
    const tasks = await Promise.all(Array.from({ length: 20 }, () => createTask(store)));
    const claims = await Promise.all(tasks.map(async ({ id }) => store.claim(id, 1, 60_000, limits)));
    const kinds = claims.map(({ kind }) => kind);
    assertEqual(kinds.filter((kind) => kind === 'claimed').length, 3, 'number of tasks with a slot');
    assertEqual(kinds.filter((kind) => kind === 'busy').length, 17, 'number of tasks without a slot');
    for (const [index, { id }] of tasks.entries()) {
      if (kinds[index] === 'busy') assertEqual(await store.read(id), tasks[index], 'task without a slot');
    }
    const holder = tasks[kinds.indexOf('claimed')];
    assertEqual((await store.claim(holder?.id ?? '', 1, 1_000, limits)).kind, 'held', 'claim of a task with a slot');
  }),
  storeCase(
    'frees a slot when its task ends, is parked or released, or its worker crashes',
    async ({ store, pass }) => {
      const limits = [{ name: unique('tool'), max: 1 }];
      const claim = claimWith(store, limits);
      const [ended, parked, released, crashed, last] = await createFiveTasks(store);
      const claimInTurn = async (task: TaskRecord, next: TaskRecord, freeSlot: () => unknown): Promise<void> => {
        assertEqual(await claim(task), 'claimed', 'claim with a free slot');
        assertEqual(await claim(next), 'busy', 'claim without a free slot');
        await freeSlot();
      };
      const change = async ({ id }: TaskRecord, more: Partial<TaskRecord>): Promise<void> => {
        const record = await readTask(store, id);
        assertEqual(await store.replace({ ...record, version: record.version + 1, ...more }), true, 'replace');
      };
      await claimInTurn(ended, parked, () => change(ended, { status: 'completed', result: 1 }));
      await claimInTurn(parked, released, () =>
        change(parked, { status: 'input_required', questions: [{ key: 'name', request: 1 }] }),
      );
      await claimInTurn(released, crashed, () => store.release(released.id, 1));
      // The released task is older than the next one, but does not claim.
      await store.remove(released.id);
      await claimInTurn(crashed, last, () => pass(70_000));
      await store.remove(crashed.id);
      assertEqual(await claim(last), 'claimed', 'claim after a worker crash');
    },
  ),
  storeCase('reserves a slot for the oldest task that keeps claiming', async ({ store, pass }) => {
    const limits = [{ name: unique('tool'), max: 1 }];
    const claim = claimWith(store, limits);
    const [first, second, third, fourth, fifth] = await createFiveTasks(store);
    assertEqual(await claim(first), 'claimed', 'first claim');
    assertEqual([await claim(second), await claim(third)], ['busy', 'busy'], 'claims of both other tasks');
    await store.remove(first.id);
    assertEqual(await claim(third), 'busy', 'claim of the youngest task while an older one waits');
    assertEqual(await claim(second), 'claimed', 'claim of the older task');
    assertEqual([await claim(third), await claim(fourth)], ['busy', 'busy'], 'claims of both waiting tasks');
    // Long enough that no reservation holds.
    await pass(200_000);
    assertEqual(await claim(fourth), 'claimed', 'claim of the task that keeps claiming');
    assertEqual([await claim(third), await claim(fifth)], ['busy', 'busy'], 'claims of later tasks');
    const canceled = await readTask(store, third.id);
    await store.replace({ ...canceled, version: canceled.version + 1, status: 'cancelled' });
    await store.remove(fourth.id);
    assertEqual(await claim(fifth), 'claimed', 'claim after the older task was canceled');
  }),
  storeCase(
    'renews an expired lease only if its task still has its slot, or takes a free one',
    async ({ store, pass }) => {
      const [owner, tool] = [unique('owner'), unique('tool')];
      const limits = [
        { name: owner, max: 2 },
        { name: tool, max: 1 },
      ];
      const claim = claimWith(store, limits);
      const renew = async ({ id }: TaskRecord): Promise<boolean> => store.renew(id, 1, 60_000, limits);
      const [paused, next, last] = await createFiveTasks(store);
      assertEqual(await claim(paused), 'claimed', 'first claim');
      await pass(70_000);
      assertEqual(await renew(paused), true, 'renewal before another task took the slot');
      assertEqual(await claim(next), 'busy', 'claim while the renewed task has the slot');
      await pass(70_000);
      assertEqual(await claim(next), 'claimed', 'claim after the lease expired');
      assertEqual(await renew(paused), false, 'renewal after another task took the slot');
      assertEqual((await unfinishedIds(store)).includes(paused.id), true, 'whether the task without a slot waits');
      await store.remove(next.id);
      assertEqual(await renew(paused), true, 'renewal with a free slot');
      assertEqual(await claim(last), 'busy', 'claim after the renewed task took the slot');
      assertEqual(await renew(paused), true, 'renewal of a lease that has not expired');
    },
  ),
  storeCase('does not block the second limit while a task waits for the first', async ({ store }) => {
    const [ada, bob, tool] = [unique('owner'), unique('owner'), unique('tool')];
    const claim = (task: TaskRecord, owner: string): Promise<string> =>
      claimWith(store, [
        { name: owner, max: 1 },
        { name: tool, max: 2 },
      ])(task);
    const [first, second, third, fourth] = await createFiveTasks(store);
    assertEqual(await claim(first, ada), 'claimed', 'first claim');
    assertEqual(await claim(second, ada), 'busy', 'second claim of the same owner');
    assertEqual(await claim(third, bob), 'claimed', 'first claim of another owner');
    assertEqual(await claim(fourth, bob), 'busy', 'second claim of another owner');
    await store.remove(first.id);
    assertEqual(await claim(second, ada), 'claimed', 'second claim after the first task was removed');
  }),
];

type FiveTasks = readonly [TaskRecord, TaskRecord, TaskRecord, TaskRecord, TaskRecord];

/** Creates tasks that are stored longer than any case takes, the oldest first. */
async function createFiveTasks(store: TaskStore): Promise<FiveTasks> {
  const create = (ms: number): Promise<TaskRecord> =>
    createTask(store, { createdAt: 1_700_000_000_000 + ms, ttlMs: 10_000_000 });
  return [await create(1), await create(2), await create(3), await create(4), await create(5)];
}

/** Returns a function that claims a task within these limits, and returns the kind of the result. */
function claimWith(store: TaskStore, limits: readonly SlotLimit[]): (task: TaskRecord) => Promise<string> {
  return async ({ id }) => (await store.claim(id, 1, 60_000, limits)).kind;
}
