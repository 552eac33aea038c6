import { expect, it } from 'vitest';
import { createTaskLedger } from '../src/access/task-ledger.ts';
import { createMemoryTaskStore } from '../src/index.ts';
import { createRecord } from '../src/record/transitions.ts';
import { createMessageWriter } from '../src/run/message-writer.ts';

const report = (): void => undefined;

it('writes nothing after it was stopped', async () => {
  const store = createMemoryTaskStore();
  await store.create(createRecord('task', 'ada', 10_000, 0));
  const writer = createMessageWriter('task', createTaskLedger(store, report), report);
  expect(writer.stop()).toBeUndefined();
  writer.write('late');
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(await store.read('task')).toMatchObject({ version: 1 });
});
