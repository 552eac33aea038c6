import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { completed, createTaskCalls } from '@toolwire/tasks';
import { type Defect, forgetful, withDefect } from './defects.ts';
import { historyIn } from './happening.ts';
import { noteLeases } from './noted-leases.ts';
import { openPlace, type PlaceSettings } from './places.ts';

/** What a process is told. */
export interface ProgramSettings extends PlaceSettings {
  readonly role: 'web' | 'worker';
  readonly history: string;
  readonly defect?: Defect | undefined;
}

/** A process that begins the calls that it is told to, or runs them, until it is killed. */
const settings = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as ProgramSettings;
const { role, history, leaseMs, defect } = settings;
const { note } = historyIn(history);
const place = await openPlace(settings);
const calls = createTaskCalls({
  store: noteLeases(withDefect(place.store, defect), leaseMs, note),
  engine: forgetful(place.engine),
  leaseMs,
  sweepMs: 500,
  maxAttempts: 1_000,
});

if (role === 'worker') {
  calls.work(async ({ taskId, call, attempt, saved, save, signal }) => {
    const already = Number(saved ?? 0);
    note({ what: 'begun', callId: call.callId, taskId, attempt, pid: process.pid, saved: already });
    try {
      if (call.toolId === 'Work.Forever') await wait(600_000, undefined, { signal });
      for (let step = already; step < 4; step += 1) {
        await wait(30);
        signal.throwIfAborted();
        await save(step + 1);
        note({ what: 'saved', taskId, attempt, step: step + 1 });
      }
    } catch (error) {
      if (signal.aborted) note({ what: 'aborted', taskId, attempt });
      throw error;
    }
    note({ what: 'ended', taskId, attempt });
    return completed({ callId: call.callId, attempt });
  });
} else {
  const beginning = new Set<Promise<void>>();
  process.on('message', (message) => {
    if (message === 'enough') return void Promise.all(beginning).then(() => process.send?.('done'));
    const [callId = '', retrySafe] = String(message).split(' ');
    const begun = begin(callId, retrySafe === 'safe').finally(() => beginning.delete(begun));
    beginning.add(begun);
  });
}
process.send?.('ready');

async function begin(callId: string, retrySafe: boolean): Promise<void> {
  note({ what: 'invoked', callId, retrySafe });
  const call = { toolId: 'Work.Steps', toolVersion: '1.0.0', input: { text: 'x'.repeat(2_000) }, callId, retrySafe };
  const started = await calls.start({ owner: 'ada', call }).catch(() => undefined);
  if (started?.started === true) note({ what: 'acknowledged', callId, taskId: started.task.id });
  else note({ what: 'refused', callId });
}
