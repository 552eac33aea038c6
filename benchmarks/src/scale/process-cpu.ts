import { readdirSync, readFileSync } from 'node:fs';

/** CPU microseconds that a process, its threads and its children have used so far, where the system is Linux. */
export function cpuOfTree(pid: number): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    sum += Number(nanoseconds) / 1_000;
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean);
    for (const child of children) sum += cpuOfTree(Number(child));
  }
  return sum;
}
