import type { TaskRecord } from '../task-record.ts';
import type { TaskStore } from '../task-store.ts';
import { created, found, same, type TaskStoreCase, unique } from './task-store-case.ts';

/** Cases about concurrency limits. */
export const slotCases: readonly TaskStoreCase[] = [
  {
    title: 'never exceeds a limit, and leaves tasks without a slot unchanged',
    run: async ({ store }) => {
      const places = [{ name: unique('tool'), most: 3 }];
      const tasks = await Promise.all(Array.from({ length: 20 }, () => created(store)));
      const claims = await Promise.all(tasks.map(async ({ id }) => store.claim(id, 1, 60_000, places)));
      const kinds = claims.map(({ kind }) => kind);
      same(kinds.filter((kind) => kind === 'claimed').length, 3, 'the number of tasks that have a place is');
      same(kinds.filter((kind) => kind === 'busy').length, 17, 'the number of those that have none is');
      for (const [index, { id }] of tasks.entries()) {
        if (kinds[index] === 'busy') same(await store.read(id), tasks[index], 'a task that has got no place is');
      }
      const [index] = kinds.flatMap((kind, at) => (kind === 'claimed' ? [at] : []));
      same(
        (await store.claim(tasks[index ?? 0]?.id ?? '', 1, 1_000, places)).kind,
        'held',
        'the claim of one that has a place is',
      );
    },
  },
  {
    title: 'frees a slot when its task ends, is parked or released, or its worker crashes',
    run: async ({ store, pass }) => {
      const places = [{ name: unique('tool'), most: 1 }];
      const claim = async ({ id }: TaskRecord): Promise<string> => (await store.claim(id, 1, 60_000, places)).kind;
      const [ended, parked, returned, lost, last] = [
        await aged(store, 1),
        await aged(store, 2),
        await aged(store, 3),
        await aged(store, 4),
        await aged(store, 5),
      ];
      const inTurn = async (one: TaskRecord, next: TaskRecord, letGo: () => unknown): Promise<void> => {
        same(await claim(one), 'claimed', 'the claim of a task that there is a place for is');
        same(await claim(next), 'busy', 'the claim of the next one is');
        await letGo();
      };
      const changed = async ({ id }: TaskRecord, more: Partial<TaskRecord>): Promise<void> => {
        const record = await found(store, id);
        same(await store.replace({ ...record, version: record.version + 1, ...more }), true, 'replace answered');
      };
      await inTurn(ended, parked, () => changed(ended, { status: 'completed', result: 1 }));
      await inTurn(parked, returned, () =>
        changed(parked, { status: 'input_required', questions: [{ key: 'name', request: 1 }] }),
      );
      await inTurn(returned, lost, () => store.release(returned.id, 1));
      // The released task is older than the next one, but does not claim.
      await store.remove(returned.id);
      await inTurn(lost, last, () => pass(70_000));
      await store.remove(lost.id);
      same(await claim(last), 'claimed', 'the claim after a worker was lost is');
    },
  },
  {
    title: 'reserves a slot for the oldest task that keeps claiming',
    run: async ({ store, pass }) => {
      const places = [{ name: unique('tool'), most: 1 }];
      const claim = async ({ id }: TaskRecord): Promise<string> => (await store.claim(id, 1, 60_000, places)).kind;
      const [first, second, third] = [await aged(store, 1), await aged(store, 2), await aged(store, 3)];
      same(await claim(first), 'claimed', 'the claim of the first is');
      same([await claim(second), await claim(third)], ['busy', 'busy'], 'the claims of both others are');
      await store.remove(first.id);
      same(await claim(third), 'busy', 'the claim of the youngest, while an older one waits, is');
      same(await claim(second), 'claimed', 'the claim of the older one is');
      const fourth = await aged(store, 4);
      same([await claim(third), await claim(fourth)], ['busy', 'busy'], 'the claims of both that are left are');
      // Long enough that no reservation holds.
      await pass(200_000);
      same(await claim(fourth), 'claimed', 'the claim of the one that still asks is');
      const fifth = await aged(store, 5);
      same([await claim(third), await claim(fifth)], ['busy', 'busy'], 'the claims of those that come later are');
      const cancelled = await found(store, third.id);
      await store.replace({ ...cancelled, version: cancelled.version + 1, status: 'cancelled' });
      await store.remove(fourth.id);
      same(await claim(fifth), 'claimed', 'the claim behind one that was cancelled is');
    },
  },
  {
    title: 'does not block the second limit while a task waits for the first',
    run: async ({ store }) => {
      const [ada, bob, tool] = [unique('owner'), unique('owner'), unique('tool')];
      const claim = async ({ id }: TaskRecord, owner: string): Promise<string> => {
        const places = [
          { name: owner, most: 1 },
          { name: tool, most: 2 },
        ];
        return (await store.claim(id, 1, 60_000, places)).kind;
      };
      const [first, second, third, fourth] = [
        await aged(store, 1),
        await aged(store, 2),
        await aged(store, 3),
        await aged(store, 4),
      ];
      same(await claim(first, ada), 'claimed', 'the claim of the first is');
      same(await claim(second, ada), 'busy', 'the claim of the second of the same owner is');
      same(await claim(third, bob), 'claimed', "the claim of somebody else's is");
      same(await claim(fourth, bob), 'busy', 'the claim of another one is');
      await store.remove(first.id);
      same(await claim(second, ada), 'claimed', 'the claim of the second is');
    },
  },
];

/** A task with this creation time, stored longer than any case takes. */
async function aged(store: TaskStore, age: number): Promise<TaskRecord> {
  return created(store, { createdAt: 1_700_000_000_000 + age, ttlMs: 10_000_000 });
}
