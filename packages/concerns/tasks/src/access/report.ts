import { callListener } from '@toolwire/internal';

/**
 * Receives errors that no caller waits for, for a log. An error that concerns no single task, such as that of a sweep, comes without a
 * task ID.
 */
export type Report = (error: unknown, taskId?: string) => void;

/** A report function that never throws, so that its errors cannot end a task. */
export function safeReport(report: Report | undefined): Report {
  return (error, taskId) => callListener(report, error, taskId);
}

/**
 * Tries a step without which its task goes on. A failure is only reported, because no caller waits for it.
 * The step may throw or reject, as a store may be synchronous.
 * With the result of `safeReport`, it never rejects.
 */
export async function tryOrReport(report: Report, taskId: string, step: () => unknown): Promise<void> {
  try {
    await step();
  } catch (error) {
    report(error, taskId);
  }
}
