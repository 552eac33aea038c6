import type { TaskEvent } from '@toolwire/tasks';
import { expect, test } from 'vitest';
import { logTasks } from '../src/log-tasks.ts';

const facts = { taskId: 'task-1', toolId: 'Work.Steps', toolVersion: '1.0.0', callId: 'call-1', attempts: 2 };

test.each<[TaskEvent['kind'], TaskEvent, level: string]>([
  ['stored', { ...facts, kind: 'stored' }, 'debug'],
  ['started', { ...facts, kind: 'started', waitedMs: 1, first: false }, 'debug'],
  ['parked', { ...facts, kind: 'parked', ranMs: 1 }, 'debug'],
  ['ended', { ...facts, kind: 'ended', ranMs: 1, status: 'completed' }, 'debug'],
  ['discarded', { ...facts, kind: 'discarded', ranMs: 1 }, 'debug'],
  ['handed_back', { ...facts, kind: 'handed_back', ranMs: 1, againInMs: 5 }, 'info'],
  ['worker_crashed', { ...facts, kind: 'worker_crashed' }, 'warn'],
  ['failed_after_crashes', { ...facts, kind: 'failed_after_crashes' }, 'warn'],
  ['waiting_for_tool', { ...facts, kind: 'waiting_for_tool' }, 'warn'],
])('a call that is %s has a log line that identifies the call', (_kind, event, level) => {
  const lines: unknown[] = [];
  const at =
    (written: string) =>
    (fields: object): void =>
      void lines.push([written, fields]);
  logTasks({ debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }).observe(event);
  const { taskId, callId, attempts } = facts;
  expect(lines).toMatchObject([[level, { taskId, callId, attempts, toolId: 'Work.Steps@1.0.0' }]]);
});
