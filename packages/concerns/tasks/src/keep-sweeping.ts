import { tell } from '@toolwire/internal';
import { sweep } from './sweep.ts';
import type { TaskCallsSettings } from './task-calls-options.ts';
import { startTimer } from './timer.ts';

type SweepSettings = Pick<TaskCallsSettings, 'store' | 'engine' | 'sweepMs' | 'observe' | 'report' | 'now'>;

/** TASK-04: sweeps at once and then time and again, each time a while after the last has ended; call what it answers to stop it. */
export function keepSweeping(settings: SweepSettings): () => void {
  let stopped = false;
  let stopTimer = (): void => undefined;
  const sweepOnce = async (): Promise<void> => {
    await sweepAndTell(settings).catch((error: unknown) => settings.report(error, 'unfinished'));
    if (!stopped) stopTimer = startTimer(settings.sweepMs, () => void sweepOnce());
  };
  void sweepOnce();
  return () => {
    stopped = true;
    stopTimer();
  };
}

async function sweepAndTell({ store, engine, observe, now }: SweepSettings): Promise<void> {
  const { queued, lacking, oldestAt } = await sweep(store, engine);
  const oldestMs = queued === 0 ? 0 : Math.max(0, now() - oldestAt);
  if (observe !== undefined) tell(observe, { kind: 'swept', queued, lacking, oldestMs });
}
