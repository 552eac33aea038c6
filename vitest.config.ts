import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { configDefaults, defineConfig } from 'vitest/config';
import { pagePlugin } from './scripts/page-plugin.mjs';

// No `import` here: these reach Node's `require` as well, which would then be handed ES modules.
const conditions = ['@toolwire/source', 'node'];

interface Suite {
  readonly folder: string;
  /** As its package.json says under "toolwire": `named` runs with `--all` or by its name, `beside`, `alone` and `asked` by their names only. */
  readonly tests?: 'named' | 'beside' | 'alone' | 'asked';
}

const suites = readdirSync('tests')
  .map((name) => `tests/${name}`)
  .filter((folder) => existsSync(`${folder}/package.json`))
  .map((folder): Suite => {
    const { toolwire } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { readonly toolwire?: object };
    return { folder, ...toolwire };
  });

/** Whether a suite takes part: every one that says nothing else does, and so does one that the command line names. */
function takesPart({ folder, tests }: Suite): boolean {
  if (tests === undefined || process.argv.some((argument) => argument.startsWith(folder))) return true;
  return tests === 'named' && process.env['TEST_SCOPE'] === 'all';
}

/**
 * Files that take seconds of a processor are called `<subject>.heavy.test.ts`; they run with `--all`, and where the command line says what to
 * run, unless TEST_SCOPE is `everyday`.
 */
const scope = process.env['TEST_SCOPE'];
const isNamed = process.argv.some((argument) => /^(?:packages|examples|tests|scripts)\//.test(argument));
const tooHeavy = scope === 'all' || (isNamed && scope !== 'everyday') ? [] : ['**/*.heavy.test.*'];

/** Files that download much and take many minutes are called `<subject>.nightly.test.ts`; they run only if the command line names the file. */
const tooLong = process.argv.some((argument) => argument.includes('.nightly.')) ? [] : ['**/*.nightly.test.*'];

const measures = suites.some((suite) => suite.tests === 'alone' && takesPart(suite));

export default defineConfig({
  plugins: [pagePlugin()],
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      'packages/{*,*/*}/test/**/*.test.ts',
      'examples/*/test/**/*.test.ts',
      ...suites.filter(takesPart).map(({ folder }) => `${folder}/test/**/*.test.ts`),
      'scripts/test/**/*.test.mjs',
    ],
    exclude: [...configDefaults.exclude, ...tooHeavy, ...tooLong],
    // Most tests wait for others most of their time, so two files go side by side even where there are but two processors.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A worker keeps what it has loaded for its next files: to load all anew for each took a quarter of the time. So no test may
    // leave anything behind that goes on: a loop of timers, a faked clock, a spy on what a fake clock replaces.
    isolate: measures,
    // What measures memory and times does so by itself, in a separate process.
    fileParallelism: !measures,
    // A test that depends on how fast the machine is tells nothing: these end only what would go on for ever.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    setupFiles: ['./vitest.setup.ts'],
    coverage: { include: ['packages/{*,*/*}/src/**'] },
  },
});
