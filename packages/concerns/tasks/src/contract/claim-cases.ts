import { fenceOf } from '../claim.ts';
import type { TaskRecord } from '../task-record.ts';
import type { TaskStore } from '../task-store.ts';
import { created, found, newRecord, same, type TaskStoreCase } from './task-store-case.ts';

/** Cases about claims, leases and fences. */
export const claimCases: readonly TaskStoreCase[] = [
  {
    title: 'grants a turn to one of many concurrent workers',
    run: async ({ store }) => {
      const { id } = await created(store);
      const claims = await Promise.all(Array.from({ length: 20 }, async () => store.claim(id, 1, 10_000)));
      same(claims.filter(({ kind }) => kind === 'claimed').length, 1, 'the number of workers that have the task is');
      same(claims.filter(({ kind }) => kind === 'held').length, 19, 'the number of those that were told to wait is');
      same(fenceOf(await found(store, id)), 1, 'the fence is');
    },
  },
  {
    title: 'refuses claims of tasks that no worker may run',
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
    title: 'grants a task with an expired lease to the next worker, as lost',
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
    title: 'ends the lease of a task that waits for input',
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
    title: 'rejects changes with an outdated fence',
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
    title: 'renews a lease independently of other changes',
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
    title: 'releases a task without marking it as lost',
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
    title: 'lists tasks that wait for a worker, in pages',
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
