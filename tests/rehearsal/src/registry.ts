import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { writeFiles } from '@toolwire/consumers/project';
import { outputOf } from '@toolwire/consumers/run';

/** A local registry: our packages are the published ones, and other packages come from the default registry. */
export interface Registry {
  readonly url: string;
  /** The settings with which npm and pnpm use this registry, with an empty cache. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/** Installs a private registry into a folder, and starts it on a free port. */
export async function startRegistry(folder: string): Promise<Registry> {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(import.meta.dirname, '../registry/package.json'), join(folder, 'package.json'));
  await outputOf('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], folder);
  const usual = (await outputOf('npm', ['config', 'get', 'registry'], folder)).trim();
  writeFiles(folder, { 'config.json': JSON.stringify(settings(usual)) });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio');
  const typed = [program, '--config', 'config.json', '--listen', `127.0.0.1:${port}`];
  const child = spawn(process.execPath, typed, { cwd: folder, stdio: 'ignore' });
  await answers(`${url}-/ping`, child);
  const token = await signUp(url);
  writeFiles(folder, { '.npmrc': `registry=${url}\n//127.0.0.1:${port}/:_authToken=${token}\n` });
  const environment = {
    npm_config_userconfig: join(folder, '.npmrc'),
    npm_config_registry: url,
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_store_dir: join(folder, 'pnpm-store'),
    npm_config_cache_dir: join(folder, 'pnpm-cache'),
  };
  return { url, environment, stop: () => stop(child) };
}

/** Ours are never looked for elsewhere, so that nothing of an earlier release is taken for this one. */
function settings(usual: string): object {
  const ours = { access: '$all', publish: '$authenticated' };
  return {
    storage: './storage',
    auth: { htpasswd: { file: './htpasswd', max_users: 1 } },
    uplinks: { usual: { url: usual, timeout: '60s', max_fails: 20 } },
    packages: {
      '@toolwire/*': ours,
      toolwire: ours,
      'create-toolwire': ours,
      '**': { access: '$all', proxy: 'usual' },
    },
    max_body_size: '50mb',
    log: { type: 'stdout', level: 'error' },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The free port has no number.');
  return address.port;
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The registry ended with ${child.exitCode}.`);
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false, // no listener before everything is loaded
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function signUp(url: string): Promise<string> {
  const body = JSON.stringify({ name: 'rehearsal', password: 'rehearsal' });
  const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body };
  const answer = await fetch(`${url}-/user/org.couchdb.user:rehearsal`, init);
  const { token } = (await answer.json()) as { readonly token?: string };
  if (token === undefined) throw new Error(`The registry does not create users: ${answer.status}`);
  return token;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode === null && child.kill()) await ended;
}
