import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PublishedClient } from './client.ts';

const run = promisify(execFile);
const programs = fileURLToPath(new URL('programs', import.meta.url));

/** What became of an install: the folder, or why the package cannot be had. */
export type Installed =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly reason: string };

/** Installs a client into a folder that is kept for the next time, away from this workspace and its lockfile. */
export async function installClient({ name, install, peers, program = name }: PublishedClient): Promise<Installed> {
  const key = createHash('sha256').update(install.join(' ')).digest('hex').slice(0, 10);
  const folder = join(tmpdir(), 'toolwire-clients', `${name}-${key}`);
  const done = join(folder, 'installed');
  if (!existsSync(done)) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    // No scripts of strangers.
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact'];
    if (peers === 'none') flags.push('--legacy-peer-deps');
    try {
      await run('npm', ['install', ...flags, ...install], { cwd: folder, timeout: 150_000 });
    } catch (thrown) {
      return { ok: false, reason: reasonOf(thrown) };
    }
    await writeFile(done, '');
  }
  // Programs are copied beside the packages that they import.
  for (const file of await readdir(programs)) await copyFile(join(programs, file), join(folder, file));
  await copyFile(join(programs, `${program}.mjs`), join(folder, 'adapter.mjs'));
  return { ok: true, folder };
}

function reasonOf(thrown: unknown): string {
  const { stderr } = thrown as { readonly stderr?: string };
  const line = stderr?.split('\n').find((one) => one.startsWith('npm error'));
  return line ?? (thrown instanceof Error ? thrown.message : 'npm failed');
}
