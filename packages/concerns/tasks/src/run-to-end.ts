import { endOfThrown } from './end-of-error.ts';
import type { Report } from './report.ts';
import type { TaskEnd } from './task.ts';

/** The task whose work runs. */
interface RunningWork {
  readonly signal: AbortSignal;
  readonly taskId: string;
}

/**
 * Runs the work of a task, and returns its end. Work that throws has failed: its error is only reported, because the owner of the task
 * must not see internals.
 */
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
