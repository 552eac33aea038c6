import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PublishedClient } from './client.ts';
import { withFolderLock } from './folder-lock.ts';

const run = promisify(execFile);
const programs = fileURLToPath(new URL('programs', import.meta.url));

/** The result of an installation: the folder, or the reason why the package is not available. */
export type Installed =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly reason: string };

/** Installs a client into a folder that is reused next time, outside this workspace and its lockfile. */
export async function installClient(client: PublishedClient): Promise<Installed> {
  const { name, install, program = name } = client;
  const key = createHash('sha256').update(install.join(' ')).digest('hex').slice(0, 10);
  const folder = join(tmpdir(), 'toolwire-clients', `${name}-${key}`);
  await mkdir(folder, { recursive: true });
  return withFolderLock(folder, async () => {
    const reason = await installInto(folder, client);
    if (reason !== undefined) return { ok: false, reason };
    // Programs are next to the packages that they import.
    for (const file of await readdir(programs)) await place(join(programs, file), join(folder, file));
    await place(join(programs, `${program}.mjs`), join(folder, 'adapter.mjs'));
    return { ok: true, folder };
  });
}

/** Installs missing packages, and returns why they are not available. */
async function installInto(folder: string, { install, peers }: PublishedClient): Promise<string | undefined> {
  const done = join(folder, 'installed');
  if (existsSync(done)) return undefined;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // Third-party scripts do not run. The test checks whether the client runs on this system, whatever the package declares.
  const flags = [
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--save-exact',
    '--engine-strict=false',
  ];
  if (peers === 'none') flags.push('--legacy-peer-deps');
  try {
    await run('npm', ['install', ...flags, ...install], { cwd: folder, timeout: 280_000 });
  } catch (thrown) {
    return reasonOf(thrown);
  }
  await writeFile(done, '');
  return undefined;
}

/** Copies a changed file atomically, because another test may be running the existing file. */
async function place(from: string, to: string): Promise<void> {
  const text = await readFile(from, 'utf8');
  if (existsSync(to) && (await readFile(to, 'utf8')) === text) return;
  const draft = `${to}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, to);
}

function reasonOf(thrown: unknown): string {
  const { stderr } = thrown as { readonly stderr?: string };
  const line = stderr?.split('\n').find((one) => one.startsWith('npm error'));
  return line ?? (thrown instanceof Error ? thrown.message : 'npm failed');
}
