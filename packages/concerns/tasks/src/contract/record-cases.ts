import type { TaskRecord } from '../task-record.ts';
import { newRecord, same, type TaskStoreCase } from './task-store-case.ts';

/** Cases about records and versions. */
export const recordCases: readonly TaskStoreCase[] = [
  {
    title: 'reads a task right after its creation, and nothing for other IDs',
    run: async ({ store }) => {
      const record = newRecord();
      same(await store.create(record), true, 'create answered');
      same(await store.read(record.id), record, 'read answered');
      same(await store.read(newRecord().id), undefined, 'read of an unknown id answered');
    },
  },
  {
    title: 'creates one task per ID, even concurrently',
    run: async ({ store }) => {
      const record = newRecord();
      const all = Array.from({ length: 10 }, (_, index) => ({ ...record, message: `of ${index}` }));
      const answers = await Promise.all(all.map(async (one) => store.create(one)));
      same(answers, Array(10).fill(true), 'create answered');
      const first = await store.read(record.id);
      await store.create({ ...record, message: 'late' });
      same(await store.read(record.id), first, 'read after one more answered');
      same((await store.list(record.owner, { limit: 10 }))?.records.length, 1, 'the number of tasks in the list is');
    },
  },
  {
    title: 'stores any JSON value, unaffected by later mutation',
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
    title: 'stores keys such as __proto__',
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
    title: 'replaces a record only by its next version',
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
    title: 'accepts one of many concurrent changes',
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
];
