// The one entry for `npm start | test | check | bench | build | format`. Node's own modules only: nothing is installed yet when it starts.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import process from 'node:process';

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const bin = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.toolwire-installed');

const environment = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
};

/** What each command does after the install; every step is `[program, ...arguments]`. */
const commands = {
  start: (rest) => [build(), node('examples/spec-server/dist/main.js', ...rest)],
  test: (rest) => [build(), node('node_modules/vitest/vitest.mjs', 'run', ...rest)],
  check: (rest) => [build(), node('scripts/check.mjs', ...rest)],
  bench: (rest) => [build(), pnpm('--filter', './benchmarks', 'run', 'bench', ...rest)],
  build: (rest) => [build(...rest)],
  format: (rest) => [pnpm('exec', 'biome', 'check', '--write', ...rest)],
  version: () => [pnpm('exec', 'changeset', 'version'), pnpm('install', '--lockfile-only')],
  release: () => [build(), pnpm('exec', 'changeset', 'publish')],
};

process.exitCode = await main(process.argv[2] ?? '', process.argv.slice(3));

async function main(name, rest) {
  const tooOld = nodeIsTooOld();
  if (tooOld) return fail(tooOld);
  if (!Object.hasOwn(commands, name)) {
    return fail(`There is no command '${name}'. Use one of: ${Object.keys(commands).join(', ')}.`);
  }
  for (const step of [...installSteps(), ...commands[name](rest)]) {
    const code = await run(step);
    if (code !== 0) return code;
  }
  return 0;
}

function nodeIsTooOld() {
  const [wanted] = /\d+\.\d+/.exec(manifest.engines.node);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  const enough = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  return enough
    ? undefined
    : `This workspace needs Node ${wanted} or newer; this is Node ${process.versions.node}. Install a newer one and run the command again.`;
}

function installSteps() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .update(manifest.packageManager)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return [];
  return [pnpm('install', '--frozen-lockfile'), () => writeFileSync(stamp, wanted)];
}

// Turbo starts pnpm itself, and only finds one that is on PATH under an absolute path; below `npx pnpm exec` there is one.
function build(...rest) {
  return pnpm('exec', 'turbo', 'run', 'build', '--output-logs=errors-only', ...rest);
}

function pnpm(...args) {
  return ['npx', '--yes', manifest.packageManager, ...args];
}

function node(...args) {
  return [process.execPath, ...args];
}

function run(step) {
  if (typeof step === 'function') return step() ?? 0;
  const [program, ...args] = step;
  // Windows starts `npx` through its shell only.
  const shell = program === 'npx' && process.platform === 'win32';
  const child = spawn(program, args, { cwd: root, env: environment, stdio: 'inherit', shell });
  const forward = (signal) => child.kill(signal);
  process.on('SIGINT', forward).on('SIGTERM', forward);
  return new Promise((done) => {
    child.on('error', (error) => done(fail(`Could not start '${program}': ${error.message}`)));
    child.on('exit', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      done(code ?? 128 + constants.signals[signal]);
    });
  });
}

function fail(message) {
  console.error(message);
  return 1;
}
