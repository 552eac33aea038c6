import type { TaskRecord } from '../task-record.ts';
import type { TaskRecordPage, TaskStore } from '../task-store.ts';
import { newRecord, same, type TaskStoreCase, unique } from './task-store-case.ts';

/** Cases about listings. */
export const listingCases: readonly TaskStoreCase[] = [
  {
    title: 'lists the tasks of one owner only, oldest first, in pages',
    run: async ({ store }) => {
      const [owner, other] = [unique('owner'), unique('owner')];
      const mine = Array.from({ length: 5 }, (_, index) => ({
        ...newRecord(owner),
        createdAt: 1_000 + Math.floor(index / 2),
      }));
      for (const record of [newRecord(other), ...mine.toReversed(), newRecord(other)]) await store.create(record);
      const pages = await listAll(store, owner, 2);
      for (const { length } of pages) if (length > 2) throw new Error(`A page of at most 2 has ${length} tasks.`);
      const seen = pages.flat();
      same(seen.map(({ id }) => id).sort(), mine.map(({ id }) => id).sort(), 'the listed ids are');
      same(
        seen.map(({ createdAt }) => createdAt),
        [1_000, 1_000, 1_001, 1_001, 1_002],
        'the times of creation are',
      );
      same((await store.list(unique('owner'), { limit: 2 }))?.records, [], 'the tasks of an owner without any are');
    },
  },
  {
    title: 'continues a listing after tasks were added and removed',
    run: async ({ store }) => {
      const owner = unique('owner');
      const records = [1_000, 1_001, 1_002, 1_003].map((createdAt) => ({ ...newRecord(owner), createdAt }));
      for (const record of records) await store.create(record);
      const first = await store.list(owner, { limit: 2 });
      for (const { id } of records.slice(0, 3)) await store.remove(id);
      const rest = await store.list(owner, { cursor: first?.nextCursor, limit: 2 });
      same(
        rest?.records.map(({ id }) => id),
        [records[3]?.id],
        'the rest is',
      );
      same(rest?.nextCursor, undefined, 'the cursor after the last page is');
    },
  },
  {
    title: 'returns undefined for an invalid cursor',
    run: async ({ store }) => {
      for (const cursor of ['', 'nonsense', '0', '-1 x', '{}', 'ä😀\u0000', 'x'.repeat(10_000)]) {
        same(
          await store.list(unique('owner'), { cursor, limit: 2 }),
          undefined,
          `list with the cursor ${JSON.stringify(cursor.slice(0, 20))} answered`,
        );
      }
    },
  },
  {
    title: 'separates tasks without an owner from those with one',
    run: async ({ store }) => {
      const record = { ...newRecord(), owner: null };
      await store.create(record);
      for (const owner of ['null', '', 'undefined']) {
        const page = await store.list(owner, { limit: 100 });
        same(
          page?.records.some(({ id }) => id === record.id),
          false,
          `whether '${owner}' sees it is`,
        );
      }
    },
  },
  {
    title: 'lists the tasks of all owners once each, in pages, whatever their status',
    run: async ({ store }) => {
      const records = Array.from({ length: 5 }, (_, index) => ({
        ...newRecord(),
        owner: index === 0 ? null : unique('owner'),
      }));
      for (const record of records) await store.create(record);
      const [first, gone] = records;
      if (first === undefined || gone === undefined) throw new Error('There are five.');
      await store.replace({ ...first, version: 2, status: 'cancelled' });
      await store.remove(gone.id);
      const ids = new Set(records.map(({ id }) => id));
      const seen = (await pagesOf((cursor) => store.all({ cursor, limit: 3 }), 10_000)).flat();
      const mine = seen.filter(({ id }) => ids.has(id));
      ids.delete(gone.id);
      same(mine.map(({ id }) => id).sort(), [...ids].sort(), 'the ids are');
      same(mine.find(({ id }) => id === first.id)?.status, 'cancelled', 'the status of the one that was cancelled is');
      same(await store.all({ cursor: 'nonsense', limit: 2 }), undefined, 'a cursor that is none is answered with');
    },
  },
];

function listAll(store: TaskStore, owner: string, limit: number): Promise<TaskRecord[][]> {
  return pagesOf((cursor) => store.list(owner, { cursor, limit }), 10);
}

type Ask = (cursor: string | undefined) => ReturnType<TaskStore['list']>;

async function pagesOf(ask: Ask, most: number): Promise<TaskRecord[][]> {
  const pages: TaskRecord[][] = [];
  let cursor: string | undefined;
  do {
    const page: TaskRecordPage | undefined = await ask(cursor);
    if (page === undefined) throw new Error('A cursor was refused that was given out.');
    pages.push([...page.records]);
    cursor = page.nextCursor;
    if (pages.length > most) throw new Error('A listing does not come to an end.');
  } while (cursor !== undefined);
  return pages;
}
