import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { completed, createTaskCalls } from '@toolwire/tasks';
import { noteIn } from './history.ts';
import { readSettings } from './program-settings.ts';

/** A process that runs calls until it is killed. */
const { tasks, history, leaseMs, maxRunningPerTool } = await readSettings();
const note = noteIn(history);
await tasks.ready();
const calls = createTaskCalls({
  store: tasks.store,
  engine: tasks.engine,
  leaseMs,
  sweepMs: 500,
  maxAttempts: 1_000,
  maxRunningPerTool,
});

calls.work(async ({ taskId, call, attempt, saved, save, say, signal }) => {
  const { steps, ms, deaf } = call.input as { readonly steps: number; readonly ms: number; readonly deaf: boolean };
  const seen = { taskId, attempt, retrySafe: call.retrySafe };
  note({ what: 'begun', ...seen });
  const aborted = (): void => note({ what: 'aborted', ...seen });
  signal.addEventListener('abort', aborted);
  for (let step = Number(saved ?? 0); step < steps; step += 1) {
    await wait(ms);
    // One that is deaf goes on, and tries to write all the same.
    if (deaf) await save(step + 1).catch(() => undefined);
    else await save(step + 1);
    say(`${step + 1} by ${attempt}`);
  }
  signal.removeEventListener('abort', aborted);
  note({ what: 'ended', ...seen });
  return completed({ callId: call.callId, attempt });
});

process.send?.('ready');
