import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkRedis } from '../src/doctor/check-redis.ts';

/** Writes the manifest of an installed package, and returns its folder. */
async function install(project: string, name: string): Promise<string> {
  const folder = join(project, 'node_modules', name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, exports: './index.mjs' }));
  return folder;
}

it('toolwire doctor reports a URL that the client of Redis refuses', async () => {
  const project = await mkdtemp(join(tmpdir(), 'toolwire-redis-'));
  onTestFinished(() => rm(project, { recursive: true }));
  await writeFile(join(await install(project, '@toolwire/redis'), 'index.mjs'), '');
  const folder = await install(project, 'redis');
  const throwing = "export function createClient() { throw new TypeError('Invalid protocol'); }";
  await writeFile(join(folder, 'index.mjs'), throwing);
  // A package without its file, so that Node does not look for it elsewhere.
  await install(project, 'ioredis');
  expect(await checkRedis('localhost:6379', project)).toMatchObject([
    { state: 'problem', message: 'Invalid protocol', advice: 'Use a URL such as redis://127.0.0.1:6379.' },
  ]);
});

it('toolwire doctor does not blame the URL if the client of Redis cannot be loaded', async () => {
  const project = await mkdtemp(join(tmpdir(), 'toolwire-redis-'));
  onTestFinished(() => rm(project, { recursive: true }));
  await writeFile(join(await install(project, '@toolwire/redis'), 'index.mjs'), '');
  await writeFile(join(await install(project, 'ioredis'), 'index.mjs'), "throw new Error('Broken build');");
  await expect(checkRedis('redis://127.0.0.1:6379', project)).rejects.toThrow('Broken build');
});

it('toolwire doctor opens no connection without the package of the store', async () => {
  const project = await mkdtemp(join(tmpdir(), 'toolwire-redis-'));
  onTestFinished(() => rm(project, { recursive: true }));
  // A package without its file, so that Node does not look for it elsewhere.
  await install(project, '@toolwire/redis');
  const folder = await install(project, 'ioredis');
  const connections = join(folder, 'connections.mjs');
  await writeFile(connections, 'export const open = new Set();\n');
  await writeFile(
    join(folder, 'index.mjs'),
    `import { open } from './connections.mjs';
export class Redis {
  constructor() { open.add(this); }
  on() {}
  disconnect() { open.delete(this); }
}
`,
  );
  const [finding] = await checkRedis('redis://127.0.0.1:1', project);
  expect(finding?.state).toBe('skipped');
  const { open } = (await import(connections)) as { readonly open: ReadonlySet<object> };
  expect(open.size).toBe(0);
});
