import process from 'node:process';
import { parseArgs } from 'node:util';
import { defects } from './defects.ts';
import { print } from './print.ts';
import { runParallel, runSeeds } from './run-seeds.ts';
import { simulate } from './simulate.ts';

const usage = `Usage:
  npm run simulate -- --seed 7               replay one schedule with its trace
  npm run simulate -- --count 1000           run 1,000 schedules
  npm run simulate -- --count 1000 --from 5001 --minutes 10 --jobs 2

Options:
  --defect <name>   plant a defect: ${defects.join(', ')}
  --from <seed>     the first seed (default: 1)
  --minutes <n>     stop after this time, and fail
  --jobs <n>        run in several processes (default: 1)`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    from: { type: 'string', default: '1' },
    step: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' },
    jobs: { type: 'string', default: '1' },
    defect: { type: 'string' },
  },
});
const defect = defects.find((name) => name === values.defect);

process.exitCode = await main();

async function main(): Promise<number> {
  if (values.defect !== undefined && defect === undefined) return fail(`Unknown defect '${values.defect}'.`);
  if (values.seed !== undefined) return replay(Number(values.seed));
  if (values.count === undefined) return fail('Pass --seed or --count.');
  const [from, count, step] = [Number(values.from), Number(values.count), Number(values.step)];
  const minutes = Number(values.minutes);
  const jobs = Number(values.jobs);
  if (![from, count, step, jobs].every(Number.isSafeInteger) || Number.isNaN(minutes)) {
    return fail('Seeds, counts and minutes must be numbers.');
  }
  if (jobs > 1) return runParallel({ from, count, minutes, jobs, defect });
  return runSeeds({ from, count, step, minutes, defect });
}

async function replay(seed: number): Promise<number> {
  const { trace, violations, steps, elapsedMs } = await simulate({ seed, defect, hasTrace: true });
  for (const line of [...trace, '', ...violations]) print(line);
  print(`Seed ${seed}: ${violations.length} violations in ${steps} steps and ${elapsedMs.toFixed(0)} virtual ms.`);
  return violations.length > 0 ? 1 : 0;
}

function fail(message: string): number {
  print(`${message}\n\n${usage}`);
  return 2;
}
