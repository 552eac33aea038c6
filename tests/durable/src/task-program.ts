import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { completed, createTaskCalls } from '@toolwire/tasks';
import { type BackendSettings, openBackend } from './backends.ts';
import { type Defect, dropEveryFifthTurn, withDefect } from './defects.ts';
import { historyIn } from './history-event.ts';
import { recordLeases } from './record-leases.ts';

/** The settings of the program. */
export interface ProgramSettings extends BackendSettings {
  readonly role: 'web' | 'worker';
  readonly history: string;
  readonly defect?: Defect | undefined;
  /** The maximum number of attempts after worker crashes. Default: unlimited. */
  readonly maxAttempts?: number | undefined;
}

/** A process that starts calls on request, or runs calls, until it is killed. */
const settings = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as ProgramSettings;
const { role, history, leaseMs, defect, maxAttempts = 1_000 } = settings;
const { record } = historyIn(history);
const backend = await openBackend(settings);
const calls = createTaskCalls({
  store: recordLeases(withDefect(backend.store, defect), leaseMs, record),
  engine: dropEveryFifthTurn(backend.engine),
  leaseMs,
  sweepMs: 500,
  maxAttempts,
});

if (role === 'worker') {
  calls.work(async ({ taskId, call, attempt, saved, save, signal }) => {
    const already = Number(saved ?? 0);
    record({ type: 'started', callId: call.callId, taskId, attempt, pid: process.pid, saved: already });
    try {
      if (call.toolId === 'Work.Poison') process.kill(process.pid, 'SIGKILL');
      if (call.toolId === 'Work.Forever') await wait(600_000, undefined, { signal });
      for (let step = already; step < 4; step += 1) {
        await wait(30);
        signal.throwIfAborted();
        await save(step + 1);
        record({ type: 'saved', taskId, attempt, step: step + 1 });
      }
    } catch (error) {
      if (signal.aborted) record({ type: 'aborted', taskId, attempt });
      throw error;
    }
    record({ type: 'ended', taskId, attempt });
    return completed({ callId: call.callId, attempt });
  });
} else {
  const starting = new Set<Promise<void>>();
  process.on('message', (message) => {
    if (message === 'enough') return void Promise.all(starting).then(() => process.send?.('done'));
    const [callId = '', retrySafe] = String(message).split(' ');
    const started = start(callId, retrySafe === 'safe').finally(() => starting.delete(started));
    starting.add(started);
  });
}
process.send?.('ready');

async function start(callId: string, retrySafe: boolean): Promise<void> {
  record({ type: 'invoked', callId, retrySafe });
  const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: { text: 'x'.repeat(2_000) }, callId, retrySafe };
  const started = await calls.start({ owner: 'ada', call }).catch(() => undefined);
  if (started?.started === true) record({ type: 'acknowledged', callId, taskId: started.task.id });
  else record({ type: 'refused', callId });
}
