import { fenceOf } from '../claim.ts';
import type { TaskCall } from '../task-call.ts';
import type { TaskRecord } from '../task-record.ts';
import type { TaskStore } from '../task-store.ts';
import { newRecord, same, type TaskStoreCase, unique } from './task-store-case.ts';

/** Who runs a task, and whose changes of it count. */
export const claimCases: readonly TaskStoreCase[] = [
  {
    title: 'gives a turn to one of many workers at once',
    run: async ({ store }) => {
      const { id } = await created(store);
      const claims = await Promise.all(Array.from({ length: 20 }, async () => store.claim(id, 1, 10_000)));
      same(claims.filter(({ kind }) => kind === 'claimed').length, 1, 'the number of workers that have the task is');
      same(claims.filter(({ kind }) => kind === 'held').length, 19, 'the number of those that were told to wait is');
      same(fenceOf(await found(store, id)), 1, 'the fence is');
    },
  },
  {
    title: 'lets nobody claim what is not to be run',
    run: async ({ store }) => {
      const closure = newRecord();
      await store.create(closure);
      const ended = await created(store, { status: 'completed', result: 1 });
      const asking = await created(store, { status: 'input_required', questions: [{ key: 'name', request: 1 }] });
      const later = await created(store, { turn: 2 });
      for (const { id } of [closure, ended, asking, later, newRecord()]) {
        same(await store.claim(id, 1, 1_000), { kind: 'over' }, 'claim answered');
      }
      same((await store.claim(later.id, 2, 1_000)).kind, 'claimed', 'the claim of the second turn is');
    },
  },
  {
    title: 'gives a task to the next worker once its lease has lapsed, and says that it was lost',
    run: async ({ store, pass }) => {
      const { id } = await created(store);
      const first = await store.claim(id, 1, 1_000);
      same(first.kind === 'claimed' && first.lost, false, 'whether a new task is lost is');
      await pass(1_100);
      const second = await store.claim(id, 1, 1_000);
      same(second.kind === 'claimed' && second.lost, true, 'whether the task is lost is');
      same(second.kind === 'claimed' && fenceOf(second.record), 2, 'the fence of the second claim is');
    },
  },
  {
    title: 'ends the lease of a task that waits for input, so that its next turn is neither held nor lost',
    run: async ({ store }) => {
      const { id } = await created(store);
      await store.claim(id, 1, 60_000);
      const record = await found(store, id);
      const parked: TaskRecord = { ...record, version: record.version + 1, status: 'input_required' };
      same(await store.replace({ ...parked, questions: [{ key: 'name', request: 1 }] }), true, 'parking answered');
      same((await store.claim(id, 1, 1_000)).kind, 'over', 'the claim of a parked task is');
      await store.replace({ ...parked, version: parked.version + 1, status: 'working', turn: 2 });
      const next = await store.claim(id, 2, 1_000);
      same(next.kind, 'claimed', 'the claim of the next turn is');
      same(next.kind === 'claimed' && next.lost, false, 'whether it is lost is');
      same(next.kind === 'claimed' && fenceOf(next.record), 2, 'its fence is');
    },
  },
  {
    title: 'refuses changes by a worker that was overtaken',
    run: async ({ store, pass }) => {
      const { id } = await created(store);
      await store.claim(id, 1, 1_000);
      await pass(1_100);
      await store.claim(id, 1, 1_000);
      const record = await found(store, id);
      const late = { ...record, version: record.version + 1, fence: 1, message: 'late' };
      same(await store.replace(late), false, 'replace by the first worker answered');
      same(await store.renew(id, 1, 60_000), false, 'renew by the first worker answered');
      await store.release(id, 1);
      same((await store.claim(id, 1, 1_000)).kind, 'held', 'the claim of a third worker is');
      same(await store.replace({ ...late, fence: 2 }), true, 'replace by the second worker answered');
    },
  },
  {
    title: 'renews a lease for as long as its worker asks, whatever else is changed',
    run: async ({ store, pass }) => {
      const { id } = await created(store);
      await store.claim(id, 1, 1_000);
      const record = await found(store, id);
      await pass(600);
      same(await store.renew(id, 1, 1_000), true, 'renew answered');
      await store.replace({ ...record, version: record.version + 1, message: 'half done' });
      await pass(600);
      same((await store.claim(id, 1, 1_000)).kind, 'held', 'the claim of another worker is');
      const { version } = await found(store, id);
      await store.replace({ ...record, version: version + 1, status: 'completed', result: 1 });
      same(await store.renew(id, 1, 1_000), false, 'renew after the end answered');
    },
  },
  {
    title: 'takes a task back from its worker, and does not call it lost',
    run: async ({ store }) => {
      const { id } = await created(store);
      await store.claim(id, 1, 60_000);
      await store.release(id, 1);
      const next = await store.claim(id, 1, 60_000);
      same(next.kind, 'claimed', 'the claim after it was given back is');
      same(next.kind === 'claimed' && next.lost, false, 'whether the task is lost is');
    },
  },
  {
    title: 'names what is to be run and is not held, page by page',
    run: async ({ store, pass }) => {
      const free = await created(store);
      const [held, ended, closure] = [await created(store), await created(store, { status: 'failed' }), newRecord()];
      await store.create(closure);
      await store.claim(held.id, 1, 1_000);
      const known = [free, held, ended, closure].map(({ id }) => id);
      const named = async (): Promise<string[]> => (await unfinished(store)).filter((id) => known.includes(id)).sort();
      same(await named(), [free.id], 'what is unfinished is');
      await pass(1_100);
      same(await named(), [free.id, held.id].sort(), 'what is unfinished once the lease has lapsed is');
      same(
        await store.unfinished({ cursor: 'nonsense', limit: 1 }),
        undefined,
        'unfinished with such a cursor answered',
      );
    },
  },
];

/** How many tasks run at once that need the same. */
export const placeCases: readonly TaskStoreCase[] = [
  {
    title:
      'gives out no more places than there are, however many ask at once, and changes nothing of those that get none',
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
    title: 'has a place again once its task has ended, was parked or given back, or its worker is lost',
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
      // What was given back is older than the next one, and is not there to ask.
      await store.remove(returned.id);
      await inTurn(lost, last, () => pass(70_000));
      await store.remove(lost.id);
      same(await claim(last), 'claimed', 'the claim after a worker was lost is');
    },
  },
  {
    title: 'keeps a place for the oldest task that asks, and for none that asks no more',
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
      // Long enough that nobody is waited for.
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
    title: 'lets a task that waits for one of two places keep nobody from the other',
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

/** A task of its own age, kept for longer than any case takes. */
async function aged(store: TaskStore, age: number): Promise<TaskRecord> {
  return created(store, { createdAt: 1_700_000_000_000 + age, ttlMs: 10_000_000 });
}

const call: TaskCall = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: {}, callId: 'call', retrySafe: true };

async function created(store: TaskStore, more: Partial<TaskRecord> = {}): Promise<TaskRecord> {
  const record = { ...newRecord(), call, ...more };
  same(await store.create(record), true, 'create answered');
  return record;
}

async function found(store: TaskStore, id: string): Promise<TaskRecord> {
  const record = await store.read(id);
  if (record === undefined) throw new Error('The task is gone.');
  return record;
}

async function unfinished(store: TaskStore): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.unfinished({ cursor, limit: 1 });
    if (page === undefined) throw new Error('unfinished refused the cursor that it gave out.');
    ids.push(...page.records.map(({ id }) => id));
    if (page.nextCursor === cursor && cursor !== undefined) throw new Error('unfinished does not come to an end.');
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return ids;
}
