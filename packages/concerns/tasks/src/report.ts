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
 * Runs a step for a task, and only reports its failure, because no caller waits for the step. It may throw or reject: a store may be
 * synchronous.
 */
export async function reportFailure(report: Report, taskId: string, step: () => unknown): Promise<void> {
  try {
    await step();
  } catch (error) {
    report(error, taskId);
  }
}
