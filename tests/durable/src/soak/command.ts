import process from 'node:process';
import { parseArgs } from 'node:util';
import type { BackendKind } from '../backends.ts';
import { groupBy } from '../history-event.ts';
import { missingPrograms } from '../missing-programs.ts';
import { findGrowth } from './growth.ts';
import { runSoak, type SoakSample } from './run-soak.ts';

/** Long enough that no waiting call expires on a busy machine, and short enough that the number of keys is steady early. */
const ttlMs = 5 * 60_000;
/** The most new violations of one kind to print for each sample. */
const maxPrinted = 2;

const stores: readonly BackendKind[] = ['bullmq-redis', 'bullmq-postgres', 'sqlite'];

const usage = `Usage:
  npm run soak                              durable calls on Redis for an hour
  npm run soak -- --minutes 5               a shorter run
  npm run soak -- --store bullmq-postgres   one of: ${stores.join(', ')}

Options:
  --rate <n>   calls a second (default: 20)`;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      store: { type: 'string', default: 'bullmq-redis' },
      rate: { type: 'string', default: '20' },
    },
  });
  const kind = stores.find((store) => store === values.store);
  const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
  if (kind === undefined || !(minutes > 0) || !(rate > 0)) return fail(usage);
  const missing = missingPrograms[kind];
  if (missing !== undefined) return fail(missing);
  const samples: SoakSample[] = [];
  const runMs = minutes * 60_000;
  print('| minute | calls | wrong answers | heap of each server, MB | descriptors of each | stored keys or rows |');
  print('|---|---|---|---|---|---|');
  const known = new Set<string>();
  const printNew = (found: readonly string[]): void => {
    const added = found.filter((problem) => !known.has(problem));
    const ofOneKind = groupBy(added, (problem) => problem.split(':', 1)[0] ?? '').values();
    for (const problems of ofOneKind) for (const problem of problems.slice(0, maxPrinted)) print(problem);
    for (const problem of added) known.add(problem);
  };
  const settings = { kind, runMs, sampleMs: Math.min(60_000, runMs / 10), rate, ttlMs: Math.min(ttlMs, runMs / 6) };
  const violations = await runSoak(settings, (sample) => {
    samples.push(sample);
    print(lineOf(sample));
    printNew(sample.violations);
  });
  const problems = [...violations, ...findGrowth(samples)];
  printNew(problems);
  print(`${samples.at(-1)?.calls ?? 0} calls, ${violations.length} wrong answers, ${problems.length} problems.`);
  return problems.length > 0 ? 1 : 0;
}

function lineOf({ atMs, calls, violations, vitals, stored }: SoakSample): string {
  const heaps = vitals.map(({ heap }) => (heap / 1e6).toFixed(1)).join(' and ');
  const descriptors = vitals.map((one) => one.descriptors).join(' and ');
  return `| ${(atMs / 60_000).toFixed(1)} | ${calls} | ${violations.length} | ${heaps} | ${descriptors} | ${stored} |`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(text: string): number {
  process.stderr.write(`${text}\n`);
  return 2;
}
