import type { TaskRecord } from './task-record.ts';
import type { TaskRecordPage, TaskStore } from './task-store.ts';

/** A store to hold against the contract, empty or shared with others. */
export interface TaskStoreSubject {
  readonly store: TaskStore;
  /** Lets this much time pass for the store, by its clock or by waiting. */
  readonly pass: (ms: number) => void | Promise<void>;
}

/** One thing that every store must do; `run` throws an error that says what it did instead. */
export interface TaskStoreCase {
  readonly title: string;
  readonly run: (subject: TaskStoreSubject) => Promise<void>;
}

/** What a runner of tasks relies on, for the tests of a store of your own, with any test runner. */
export const taskStoreContract: readonly TaskStoreCase[] = [
  {
    title: 'finds a task as soon as it is created, and nothing under any other id',
    run: async ({ store }) => {
      const record = newRecord();
      same(await store.create(record), true, 'create answered');
      same(await store.read(record.id), record, 'read answered');
      same(await store.read(newRecord().id), undefined, 'read of an unknown id answered');
    },
  },
  {
    title: 'keeps all that JSON can say, whatever becomes of the object afterwards',
    run: async ({ store }) => {
      const result = { text: 'ä\u0000\u2028😀', list: [null, true, 1.5, { deep: {} }] };
      const before = structuredClone(result);
      const record = { ...newRecord(), owner: null, result };
      await store.create(record);
      result.list.length = 0;
      const read = await store.read(record.id);
      same(read, { ...record, result: before }, 'read answered');
      if (read !== undefined) Object.assign(read, { status: 'failed' });
      same(
        (await store.read(record.id))?.status,
        'working',
        'the status, after somebody has changed what was read, is',
      );
    },
  },
  {
    title: 'keeps keys that objects have by themselves',
    run: async ({ store }) => {
      const record = {
        ...newRecord(),
        questions: [{ key: '__proto__', request: JSON.parse('{"__proto__":1}') as object }],
      };
      await store.create(record as TaskRecord);
      same(
        JSON.stringify((await store.read(record.id))?.questions),
        JSON.stringify(record.questions),
        'the questions are',
      );
    },
  },
  {
    title: 'replaces a record by the next version, and by no other',
    run: async ({ store }) => {
      const record = newRecord();
      await store.create(record);
      const second: TaskRecord = { ...record, version: 2, message: 'half done' };
      same(await store.replace({ ...record, version: 3 }), false, 'replacing version 1 by 3 answered');
      same(await store.replace(record), false, 'replacing version 1 by 1 answered');
      same(await store.read(record.id), record, 'the record is');
      same(await store.replace(second), true, 'replacing version 1 by 2 answered');
      same(await store.read(record.id), second, 'the record is');
      same(await store.replace(second), false, 'replacing version 2 by 2 answered');
      same(await store.replace({ ...newRecord(), version: 2 }), false, 'replacing a record that is not there answered');
    },
  },
  {
    title: 'lets one of many changes at once through',
    run: async ({ store }) => {
      const record = newRecord();
      await store.create(record);
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          store.replace({ ...record, version: 2, message: String(index) }),
        ),
      );
      const winners = answers.flatMap((answer, index) => (answer ? [String(index)] : []));
      same(winners.length, 1, 'the number of changes that went through is');
      same((await store.read(record.id))?.message, winners[0], 'the message is');
    },
  },
  {
    title: "lists an owner's tasks, oldest first, page by page, and nobody else's",
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
    title: 'goes on with a listing though tasks have come and gone',
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
    title: 'tells a cursor from what is none',
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
    title: 'keeps the tasks that nobody owns apart from those of any owner',
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
    title: 'keeps a task for its time, however often it changes, and then forgets it',
    run: async ({ store, pass }) => {
      const owner = unique('owner');
      const record = { ...newRecord(owner), ttlMs: 1_000 };
      const longer = { ...newRecord(owner), ttlMs: 60_000 };
      await store.create(record);
      await store.create(longer);
      await pass(500);
      await store.replace({ ...record, version: 2 });
      same((await store.read(record.id))?.version, 2, 'the version after half of its time is');
      await pass(600);
      same(await store.read(record.id), undefined, 'read answered');
      same(await store.replace({ ...record, version: 3 }), false, 'replace answered');
      same((await store.list(owner, { limit: 10 }))?.records, [longer], 'list answered');
    },
  },
  {
    title: 'removes a task, and does not mind if there is none',
    run: async ({ store }) => {
      const owner = unique('owner');
      const record = newRecord(owner);
      await store.create(record);
      await store.remove(record.id);
      await store.remove(record.id);
      same(await store.read(record.id), undefined, 'read answered');
      same((await store.list(owner, { limit: 10 }))?.records, [], 'list answered');
      same(await store.replace({ ...record, version: 2 }), false, 'replace answered');
    },
  },
  {
    title: 'calls back after changes and removals of the task that is watched, until told not to',
    run: async ({ store }) => {
      const [record, other] = [newRecord(), newRecord()];
      await store.create(record);
      await store.create(other);
      const called = { first: 0, second: 0 };
      const first = (): void => void (called.first += 1);
      const stops = [store.watch(record.id, first), store.watch(record.id, () => void (called.second += 1))];
      await until(async () => {
        const { version = 0 } = (await store.read(record.id)) ?? {};
        await store.replace({ ...record, version: version + 1 });
        return called.first > 0 && called.second > 0;
      }, 'A change was not told to both who watch.');
      stops[1]?.();
      const before = { ...called };
      await store.replace({ ...other, version: 2 });
      await store.remove(record.id);
      await until(() => called.first > before.first, 'A removal was not told.');
      same(called.second, before.second, 'the calls after the end of watching are');
      stops[0]?.();
      stops[0]?.();
    },
  },
];

async function listAll(store: TaskStore, owner: string, limit: number): Promise<TaskRecord[][]> {
  const pages: TaskRecord[][] = [];
  let cursor: string | undefined;
  do {
    const page: TaskRecordPage | undefined = await store.list(owner, { cursor, limit });
    if (page === undefined) throw new Error('list refused the cursor that it gave out.');
    pages.push([...page.records]);
    cursor = page.nextCursor;
    if (pages.length > 10) throw new Error('list does not come to an end.');
  } while (cursor !== undefined);
  return pages;
}

function newRecord(owner: string = unique('owner')): TaskRecord {
  const times = { createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000, ttlMs: 60_000 };
  return { id: unique('task'), owner, version: 1, status: 'working', ...times, questions: [] };
}

/** No case disturbs another, though they may share a store. */
function unique(what: string): string {
  return `${what}-${crypto.randomUUID()}`;
}

async function until(holds: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(otherwise);
}

function same(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(sorted(value)) ?? 'undefined');
  if (is !== should) throw new Error(`${what} ${is}, and should be ${should}.`);
}

/** A store may give back the keys of an object in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
