// The one entry for `npm start | test | watch | check | bench | clients | ports | simulate | faults | soak | build | site | format`. Node's own modules only: nothing is installed yet when it starts.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { engines, packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const stamp = join(root, 'node_modules', '.toolwire-installed');

/** @type {NodeJS.ProcessEnv} */
const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
};

/** What each command does after the install; every step is `[program, ...arguments]`, and a step that fails is the last. */
const commands = {
  start: (rest) => [build(), inExample('spec-server', 'src/main.ts', ...rest)],
  test: (rest) => [...(readsTheBuild(rest) ? [build('--filter=!./benchmarks')] : []), vitest('run', ...rest)],
  watch: (rest) => [vitest('watch', ...rest)],
  check: (rest) => [pnpm('exec', 'node', 'scripts/check.mjs', ...rest)],
  bench: (rest) => [build(), pnpm('--filter', './benchmarks', 'run', 'bench', ...rest)],
  clients: (rest) => [pnpm('--filter', './tests/clients', 'run', 'table', ...rest)],
  ports: () => [build('--filter=!./benchmarks'), pnpm('--filter', './tests/ports', 'run', 'page')],
  simulate: (rest) => [pnpm('--filter', './tests/simulation', 'run', 'simulate', ...rest)],
  faults: (rest) => [pnpm('--filter', './tests/durable', 'run', 'faults', ...rest)],
  soak: (rest) => [pnpm('--filter', './tests/durable', 'run', 'soak', ...rest)],
  build: (rest) => [build(...rest)],
  site: () => [node('site/src/build-site.mjs')],
  format: () => [format()],
  // What was built before has the versions of before inside.
  version: () => [pnpm('exec', 'node', 'scripts/version-packages.mjs'), pnpm('install', '--lockfile-only'), build()],
  'release:rehearse': (rest) => [vitest('run', 'tests/rehearsal', ...rest)],
  release: () => [
    build(),
    pnpm('exec', 'node', 'scripts/check-built.mjs'),
    pnpm('exec', 'changeset', 'publish', '--no-git-tag'),
  ],
  materials: (rest) => [pnpm('exec', 'node', 'scripts/write-materials.mjs', ...rest)],
  tag: () => [pnpm('exec', 'changeset', 'tag')],
};

process.exitCode = await main(process.argv[2] ?? '', process.argv.slice(3));

async function main(name, rest) {
  const tooOld = nodeIsTooOld();
  if (tooOld) return fail(tooOld);
  if (!Object.keys(commands).includes(name)) {
    return fail(`There is no command '${name}'. Use one of: ${Object.keys(commands).join(', ')}.`);
  }
  for (const step of [...install(), ...commands[name](rest)]) {
    const code = typeof step === 'function' ? step() : await run(step);
    if (code !== 0) return code;
  }
  return 0;
}

function nodeIsTooOld() {
  const wanted = engines.node.replace('>=', '');
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return undefined;
  return `This workspace needs Node ${wanted} or newer, and this is ${process.versions.node}. Install a newer Node and try again.`;
}

/**
 * Whether some of the tests look at what is built, as examples and the packed packages do: those of packages and scripts
 * read the sources, and need not wait for it. With `--all`, what else is too much for every time runs too; with `--every-host`
 * the suites of hosts run every case with every framework. With `--built` it has been built just now.
 * @param {readonly string[]} rest
 */
function readsTheBuild(rest) {
  const names = (...folders) => rest.some((argument) => folders.some((folder) => argument.startsWith(folder)));
  if (rest.includes('--built')) return false;
  return names('--all', 'examples', 'tests/') || !names('packages/', 'scripts/');
}

function vitest(command, ...rest) {
  if (rest.includes('--all')) environment['TEST_SCOPE'] = 'all';
  if (rest.includes('--every-host')) environment['TEST_HOSTS'] = 'all';
  const others = rest.filter((argument) => !['--all', '--every-host', '--built'].includes(argument));
  return node('node_modules/vitest/vitest.mjs', command, ...others);
}

/** The install, when the lockfile is not the one that was installed last. */
function install() {
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'));
  const wanted = createHash('sha256').update(lockfile).update(packageManager).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return [];
  const remember = () => {
    writeFileSync(stamp, wanted);
    return 0;
  };
  return [pnpm('install', '--frozen-lockfile'), remember];
}

// Turbo starts pnpm by itself and needs to find it on PATH under an absolute path; below `npx pnpm exec` there is one.
function build(...rest) {
  return pnpm('exec', 'turbo', 'run', 'build', '--output-logs=errors-only', ...rest);
}

function format() {
  return pnpm('exec', 'biome', 'check', '--write');
}

function inExample(name, file, ...rest) {
  const loader = `./examples/${name}/node_modules/tsx/dist/loader.mjs`;
  return node('--import', loader, `examples/${name}/${file}`, ...rest);
}

function pnpm(...args) {
  return ['npx', '--yes', packageManager, ...args];
}

function node(...args) {
  return [process.execPath, ...args];
}

/** Runs a step to its end, with this terminal and these signals, and answers its exit code. */
function run([program, ...args]) {
  // Windows starts `npx` through its shell only.
  const shell = program === 'npx' && process.platform === 'win32';
  const child = spawn(program, args, { cwd: root, env: environment, stdio: 'inherit', shell });
  const forward = (signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  return new Promise((done) => {
    child.on('error', (error) => done(fail(`Could not start '${program}': ${error.message}`)));
    child.on('exit', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      done(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

function fail(message) {
  console.error(message);
  return 1;
}
