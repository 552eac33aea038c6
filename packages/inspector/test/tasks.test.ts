import { jsonResponse, type ToolService } from '@toolwire/core/wire';
import { expect, test } from 'vitest';
import { stateOfTask } from '../src/page/call-state.ts';
import { changeTask, listTasks } from '../src/tasks.ts';

const changed: string[] = [];
const found = {
  id: 'one',
  status: 'working',
  createdAt: 0,
  updatedAt: 0,
  ttlMs: 1,
  toolId: 'A.B',
  toolVersion: '1.0.0',
  callId: 'c',
  attempts: 1,
  retrySafe: true,
} as const;
const operatorTasks: NonNullable<ToolService['operatorTasks']> = {
  list: async ({ cursor } = {}) => (cursor === 'wrong' ? undefined : { tasks: [found] }),
  cancel: async (id) => {
    changed.push(`cancel ${id}`);
    return id === 'one' ? found : undefined;
  },
  retry: async (id) => {
    changed.push(`retry ${id}`);
    return undefined;
  },
};

test('lists, cancels and repeats only what the store knows', async () => {
  expect(await listTasks({ operatorTasks }, '')).toEqual(jsonResponse(200, { tasks: [found] }));
  expect((await listTasks({ operatorTasks }, 'cursor=wrong')).status).toBe(400);
  expect((await changeTask({ operatorTasks }, 'id=one&action=cancel')).status).toBe(200);
  expect((await changeTask({ operatorTasks }, 'id=two&action=retry')).status).toBe(404);
  expect((await changeTask({ operatorTasks }, 'id=one&action=remove')).status).toBe(400);
  expect(changed).toEqual(['cancel one', 'retry two']);
});

test('rejects durable calls on a server without a store', async () => {
  expect((await listTasks({}, '')).status).toBe(501);
  expect((await changeTask({}, 'id=one&action=cancel')).status).toBe(501);
});

test('an ended call with a message has failed', () => {
  expect(stateOfTask({ ...found, status: 'completed' })).toBe('completed');
  expect(stateOfTask({ ...found, status: 'completed', message: 'The disk is full' })).toBe('failed');
});

test('a call that waits for a worker is queued', () => {
  expect(stateOfTask({ ...found, attempts: 0 })).toBe('deferred');
  expect(stateOfTask(found)).toBe('working');
  expect(stateOfTask({ ...found, lacksToolSince: 5 })).toBe('deferred');
});
