import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import type { Defect } from './defects.ts';
import { print } from './print.ts';
import { simulate } from './simulate.ts';

/** Schedules to run. */
export interface SeedRange {
  readonly from: number;
  readonly count: number;
  /** The distance between two seeds. */
  readonly step: number;
  readonly minutes: number;
  readonly defect: Defect | undefined;
}

/** Runs many schedules, and prints each failing seed with the command that replays it. Returns the exit code. */
export async function runSeeds({ from, count, step, minutes, defect }: SeedRange): Promise<number> {
  const startedAt = performance.now();
  let failing = 0;
  for (let index = 0; index < count; index += 1) {
    if (performance.now() - startedAt > minutes * 60_000) {
      print(`Only ${index} of ${count} schedules ran in ${minutes} minutes.`);
      return 1;
    }
    const seed = from + index * step;
    const { violations } = await simulate({ seed, defect });
    if (violations.length === 0) continue;
    failing += 1;
    print([...violations, replayCommand(seed, defect), ''].join('\n'));
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  print(`${count} schedules, ${failing} with violations, in ${seconds.toFixed(1)} s.`);
  return failing > 0 ? 1 : 0;
}

/** The command that replays a seed. */
export function replayCommand(seed: number, defect?: Defect): string {
  const more = defect === undefined ? '' : ` --defect '${defect}'`;
  return `Replay: npm run simulate -- --seed ${seed}${more}`;
}

/** Runs the schedules in several processes, because one simulation at a time owns the clock of its process. */
export async function runParallel({
  from,
  count,
  minutes,
  jobs,
  defect,
}: Omit<SeedRange, 'step'> & { readonly jobs: number }): Promise<number> {
  const codes = Array.from({ length: jobs }, async (_, job) => {
    const own = Math.floor((count + jobs - 1 - job) / jobs);
    const args = { from: from + job, step: jobs, count: own, minutes };
    const child = fork(process.argv[1] ?? '', [
      ...Object.entries(args).flatMap(([name, value]) => [`--${name}`, String(value)]),
      ...(defect === undefined ? [] : ['--defect', defect]),
    ]);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  });
  return Math.max(...(await Promise.all(codes)));
}
