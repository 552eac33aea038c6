import { tell } from '@toolwire/internal';
import type { Report } from './observe.ts';

/** A report that may fail, at once or later: the task goes on all the same. */
export function safely(report: Report | undefined): Report {
  return (error, taskId) => tell(report, error, taskId);
}
