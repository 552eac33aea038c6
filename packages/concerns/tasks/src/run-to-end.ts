import type { Report } from './observe.ts';
import { createPacedWriter, type PacedWriter } from './paced-writer.ts';
import { endOfThrown } from './store-task-end.ts';
import type { TaskEnd } from './task.ts';
import type { TaskLedger } from './task-ledger.ts';
import { setMessage } from './transitions.ts';

/** The task whose work runs. */
interface RunningWork {
  readonly signal: AbortSignal;
  readonly taskId: string;
}

/** Runs the work of a task, and returns its end. Work that throws has failed. */
export async function runToEnd<End>(
  run: () => End | Promise<End>,
  { signal, taskId }: RunningWork,
  report: Report,
): Promise<End | TaskEnd> {
  try {
    return await run();
  } catch (error) {
    // Aborted work is expected to fail.
    if (!signal.aborted) report(error, taskId);
    return endOfThrown(error);
  }
}

/** Creates a throttled writer of the progress messages of a task. */
export function createMessageWriter(id: string, intervalMs: number, ledger: TaskLedger, report: Report): PacedWriter {
  return createPacedWriter(intervalMs, (message) => {
    ledger.update(id, setMessage(message)).catch((error: unknown) => report(error, id));
  });
}
