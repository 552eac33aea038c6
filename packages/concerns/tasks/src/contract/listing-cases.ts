import { assertEqual } from '@toolwire/internal';
import type { TaskRecord } from '../record/task-record.ts';
import type { TaskRecordPage, TaskStore } from '../store/task-store.ts';
import { newRecord, storeCase, type TaskStoreCase, unique } from './task-store-case.ts';

/** Cases about listings. */
export const listingCases: readonly TaskStoreCase[] = [
  storeCase('lists the tasks of one owner only, oldest first, in pages', async ({ store }) => {
    const [owner, other] = [unique('owner'), unique('owner')];
    const own = Array.from({ length: 5 }, (_, index) => ({
      ...newRecord(owner),
      createdAt: 1_000 + Math.floor(index / 2),
    }));
    for (const record of [newRecord(other), ...own.toReversed(), newRecord(other)]) await store.create(record);
    const pages = await listAll(store, owner, 2);
    for (const { length } of pages) {
      if (length > 2) throw new Error(`tasks of a page: expected at most 2, got ${length}`);
    }
    const tasks = pages.flat();
    assertEqual(tasks.map(({ id }) => id).sort(), own.map(({ id }) => id).sort(), 'IDs in the listing');
    assertEqual(
      tasks.map(({ createdAt }) => createdAt),
      [1_000, 1_000, 1_001, 1_001, 1_002],
      'creation times',
    );
    assertEqual((await store.list(unique('owner'), { limit: 2 }))?.records, [], 'tasks of an owner without any');
  }),
  storeCase('continues a listing after tasks were added and removed', async ({ store }) => {
    const owner = unique('owner');
    const records = [1_000, 1_001, 1_002, 1_003].map((createdAt) => ({ ...newRecord(owner), createdAt }));
    for (const record of records) await store.create(record);
    const first = await store.list(owner, { limit: 2 });
    for (const { id } of records.slice(0, 3)) await store.remove(id);
    const rest = await store.list(owner, { cursor: first?.nextCursor, limit: 2 });
    assertEqual(
      rest?.records.map(({ id }) => id),
      [records[3]?.id],
      'rest of the listing',
    );
    assertEqual(rest?.nextCursor, undefined, 'cursor after the last page');
  }),
  storeCase('continues a listing after a task with any ID', async ({ store }) => {
    const owner = unique('owner');
    const ids = [unique('order 7\n'), unique('long'.repeat(100))];
    for (const id of ids) await store.create({ ...newRecord(owner), id });
    const pages = await listAll(store, owner, 1);
    assertEqual(pages.flatMap((page) => page.map(({ id }) => id)).sort(), ids.sort(), 'IDs in the listing');
  }),
  storeCase('returns undefined for an invalid cursor', async ({ store }) => {
    for (const cursor of ['', 'nonsense', '0', '-1 x', '1 \u0000', '{}', 'ä😀\u0000', 'x'.repeat(10_000)]) {
      assertEqual(
        await store.list(unique('owner'), { cursor, limit: 2 }),
        undefined,
        `list with the cursor ${JSON.stringify(cursor.slice(0, 20))}`,
      );
    }
  }),
  storeCase('separates tasks without an owner from those with one', async ({ store }) => {
    const record = { ...newRecord(), owner: null };
    await store.create(record);
    for (const owner of ['null', '', 'undefined']) {
      const page = await store.list(owner, { limit: 100 });
      assertEqual(
        page?.records.some(({ id }) => id === record.id),
        false,
        `whether '${owner}' sees the task`,
      );
    }
  }),
  storeCase('lists the tasks of all owners once each, in pages, whatever their status', async ({ store }) => {
    const records = Array.from({ length: 5 }, (_, index) => ({
      ...newRecord(),
      owner: index === 0 ? null : unique('owner'),
    }));
    for (const record of records) await store.create(record);
    const [first, removed] = records;
    if (first === undefined || removed === undefined) throw new Error('The case needs five records.');
    await store.replace({ ...first, version: 2, status: 'cancelled' });
    await store.remove(removed.id);
    const ids = new Set(records.map(({ id }) => id));
    const tasks = (await pagesOf((cursor) => store.all({ cursor, limit: 3 }), 10_000)).flat();
    const own = tasks.filter(({ id }) => ids.has(id));
    ids.delete(removed.id);
    assertEqual(own.map(({ id }) => id).sort(), [...ids].sort(), 'IDs in the listing');
    assertEqual(own.find(({ id }) => id === first.id)?.status, 'cancelled', 'status of the canceled task');
    assertEqual(await store.all({ cursor: 'nonsense', limit: 2 }), undefined, 'all with an invalid cursor');
  }),
];

function listAll(store: TaskStore, owner: string, limit: number): Promise<TaskRecord[][]> {
  return pagesOf((cursor) => store.list(owner, { cursor, limit }), 10);
}

type ReadPage = (cursor: string | undefined) => ReturnType<TaskStore['list']>;

async function pagesOf(readPage: ReadPage, maxPages: number): Promise<TaskRecord[][]> {
  const pages: TaskRecord[][] = [];
  let cursor: string | undefined;
  do {
    const page: TaskRecordPage | undefined = await readPage(cursor);
    if (page === undefined) throw new Error('the store returned undefined for its own cursor');
    pages.push([...page.records]);
    cursor = page.nextCursor;
    if (pages.length > maxPages) throw new Error('expected the listing to end');
  } while (cursor !== undefined);
  return pages;
}
