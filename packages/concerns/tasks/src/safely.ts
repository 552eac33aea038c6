import type { Report } from './observe.ts';

/** It has failed at telling of a failure, perhaps because the log is gone: the task goes on all the same. */
export function safely(report: Report | undefined): Report {
  return (error, taskId) => {
    try {
      report?.(error, taskId);
    } catch {
      // Nobody is left to tell.
    }
  };
}
