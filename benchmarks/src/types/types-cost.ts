import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Figure, figure, type Section } from '../figure.ts';
import type { BenchOptions } from '../options.ts';
import { summarize } from '../statistics.ts';
import { clientOfTools, importsAlone } from './many-typed-tools.ts';

const count = 200;
const compilers = {
  'TypeScript 5.9': 'typescript59',
  'TypeScript 6': 'typescript',
  'the native compiler': '@typescript/native',
} as const;
const settings = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ES2023', 'DOM'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  },
};

/** Measures what the types of many tools, and of a client of theirs, cost in an editor. */
export async function typesCost({ quick }: BenchOptions): Promise<Section> {
  const times = quick ? 1 : 5;
  const figures: Figure[] = [];
  // Next to this package, so that its dependencies are found.
  const folder = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), 'compiled-'));
  try {
    for (const [name, compiler] of Object.entries(compilers)) {
      const alone = await check(compiler, join(folder, 'alone'), importsAlone, times);
      const all = await check(compiler, join(folder, 'tools'), clientOfTools(count), times);
      figures.push(
        { name: `${name}: types made`, unit: 'types', value: all.instantiations, atMost: 200_000 },
        figure(
          '  time of the check',
          'ms',
          summarize(all.checkMs.map((checkMs, time) => checkMs - (alone.checkMs[time] ?? 0))),
          { atMost: 1_000 },
        ),
      );
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return {
    title: `The types of ${count} tools`,
    about: `Definitions with zod, a server and a typed client, compiled ${times} times against the published types; the time is without that of the imports alone.`,
    figures,
  };
}

interface Checked {
  readonly instantiations: number;
  readonly checkMs: readonly number[];
}

async function check(compiler: string, folder: string, text: string, times: number): Promise<Checked> {
  const project = `${folder}.json`;
  await writeFile(`${folder}.mts`, text);
  await writeFile(project, JSON.stringify({ ...settings, files: [`${folder}.mts`] }));
  const program = join(dirname(createRequire(import.meta.url).resolve(`${compiler}/package.json`)), 'bin', 'tsc');
  const checkMs: number[] = [];
  let instantiations = 0;
  for (let time = 0; time < times; time++) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, '-p', project, '--extendedDiagnostics']);
    instantiations = numberAfter('Instantiations', stdout);
    checkMs.push(numberAfter('Check time', stdout) * 1_000);
  }
  return { instantiations, checkMs };
}

function numberAfter(name: string, text: string): number {
  const [, number] = new RegExp(`${name}:\\s+([0-9.]+)`).exec(text) ?? [];
  if (number === undefined) throw new Error(`The compiler tells nothing of its '${name}'`);
  return Number(number);
}
