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

/** What became of an install: the folder, or why the package cannot be had. */
export type Installed =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly reason: string };

/** Installs a client into a folder that is kept for the next time, away from this workspace and its lockfile. */
export async function installClient(client: PublishedClient): Promise<Installed> {
  const { name, install, program = name } = client;
  const key = createHash('sha256').update(install.join(' ')).digest('hex').slice(0, 10);
  const folder = join(tmpdir(), 'toolwire-clients', `${name}-${key}`);
  await mkdir(folder, { recursive: true });
  return withFolderLock(folder, async () => {
    const reason = await installInto(folder, client);
    if (reason !== undefined) return { ok: false, reason };
    // Programs stand beside the packages that they import.
    for (const file of await readdir(programs)) await place(join(programs, file), join(folder, file));
    await place(join(programs, `${program}.mjs`), join(folder, 'adapter.mjs'));
    return { ok: true, folder };
  });
}

/** Installs what is not there yet, and tells why it cannot be had. */
async function installInto(folder: string, { install, peers }: PublishedClient): Promise<string | undefined> {
  const done = join(folder, 'installed');
  if (existsSync(done)) return undefined;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // No scripts of strangers; and what runs here is seen by running it, whatever the package says.
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

/** Copies a file where it differs, and at once: another test may be running the one that is there. */
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
