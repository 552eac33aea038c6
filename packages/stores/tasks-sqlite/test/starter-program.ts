import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { createTaskCalls } from '@toolwire/tasks';
import { noteIn } from './history.ts';
import { readSettings } from './program-settings.ts';

/** A process that starts calls until it is killed, and writes down which were acknowledged. */
const { tasks, history, leaseMs } = await readSettings();
const note = noteIn(history);
await tasks.ready();
const calls = createTaskCalls({ store: tasks.store, engine: tasks.engine, leaseMs });
process.send?.('ready');

for (let count = 0; ; count += 1) {
  const retrySafe = count % 3 !== 0;
  const input = { steps: 4, ms: 40, deaf: false };
  const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input, callId: randomUUID(), retrySafe };
  const start = await calls.start({ owner: 'ada', call });
  if (start.started) note({ what: 'acknowledged', taskId: start.task.id, attempt: 0, retrySafe });
  await wait(20);
}
