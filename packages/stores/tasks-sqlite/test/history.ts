import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** Something that a process has seen happen to a task. */
export interface Happening {
  readonly what: 'acknowledged' | 'begun' | 'aborted' | 'ended';
  readonly taskId: string;
  /** The fence of the run. */
  readonly attempt: number;
  readonly pid: number;
  readonly retrySafe: boolean;
}

/** Writes down what happens: one line each, whole even when the process is killed after it. */
export function noteIn(path: string): (happening: Omit<Happening, 'pid'>) => void {
  return (happening) => appendFileSync(path, `${JSON.stringify({ ...happening, pid: process.pid })}\n`);
}

/** All that was written down so far, in its order. */
export function readLines(path: string): readonly Happening[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.filter((one) => one !== '').map((line) => JSON.parse(line) as Happening);
}

/** The same, by task. */
export function readHistory(path: string): ReadonlyMap<string, readonly Happening[]> {
  const byTask = new Map<string, Happening[]>();
  for (const happening of readLines(path)) {
    byTask.set(happening.taskId, [...(byTask.get(happening.taskId) ?? []), happening]);
  }
  return byTask;
}
