import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** The steps of a worker with a task, or its kill during the task. */
export interface RunningLine {
  readonly what: 'begun' | 'ended' | 'killed';
  readonly taskId: string;
  readonly pid: number;
}

/** Writes a line, whole even when the process is killed after it. */
export function noteRunning(path: string, line: RunningLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/** All lines so far, in their order. */
export function readRunning(path: string): readonly RunningLine[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.filter((one) => one !== '').map((line) => JSON.parse(line) as RunningLine);
}

/** How many tasks were run at once at most. */
export function mostAtOnce(lines: readonly RunningLine[]): number {
  const running = new Set<string>();
  let most = 0;
  for (const { what, taskId } of lines) {
    if (what === 'begun') running.add(taskId);
    else running.delete(taskId);
    most = Math.max(most, running.size);
  }
  return most;
}
