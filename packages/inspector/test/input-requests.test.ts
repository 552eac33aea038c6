import { expect, test } from 'vitest';
import { Run } from '../src/page/calls/run.ts';

const tool = { id: 'A.B', version: '1.0.0', name: 'A_B', description: '', inputSchema: {}, outputSchema: {} };

const startRun = (): Run =>
  new Run('mcp-2025-11-25', { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials: {} });

test('an input request resolves to the response of the user, and is no longer shown', async () => {
  const run = startRun();
  const response = run.requestInput('1', { message: 'Who?' });
  expect(run.inputRequests.value).toMatchObject([{ key: '1', message: 'Who?' }]);
  run.inputRequests.value[0]?.respond({ action: 'decline' });
  expect(await response).toEqual({ action: 'decline' });
  expect(run.inputRequests.value).toEqual([]);
});

test('a cancellation rejects the input requests', async () => {
  const run = startRun();
  const response = run.requestInput('1', {});
  run.cancel();
  await expect(response).rejects.toThrow('aborted');
  expect(run.inputRequests.value).toEqual([]);
});

test('an input request after a cancellation rejects at once, and is not shown', async () => {
  const run = startRun();
  run.cancel();
  await expect(run.requestInput('1', {})).rejects.toThrow('aborted');
  expect(run.inputRequests.value).toEqual([]);
});

test('an input request with the key of an open one replaces it', async () => {
  const run = startRun();
  const first = run.requestInput('1', { message: 'Who?' });
  const other = run.requestInput('2', { message: 'Where?' });
  const second = run.requestInput('1', { message: 'When?' });
  await expect(first).rejects.toThrow('replaced');
  expect(run.inputRequests.value.map(({ message }) => message)).toEqual(['Where?', 'When?']);
  for (const { respond, key } of run.inputRequests.value) respond({ action: 'accept', content: { key } });
  expect(await Promise.all([other, second])).toMatchObject([{ content: { key: '2' } }, { content: { key: '1' } }]);
});
