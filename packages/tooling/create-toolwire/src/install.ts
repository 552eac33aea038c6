import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const lockfiles = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
};

/** Returns the package manager of a project, or the one that runs this command. */
export function packageManagerOf(folder: string, userAgent: string | undefined): string {
  const lockfile = Object.entries(lockfiles).find(([name]) => existsSync(join(folder, name)));
  if (lockfile !== undefined) return lockfile[1];
  const [, current] = /^(npm|pnpm|yarn|bun)\//.exec(userAgent ?? '') ?? [];
  return current ?? 'npm';
}

/** Installs the dependencies, and resolves to whether that succeeded. */
export async function install(folder: string, manager: string): Promise<boolean> {
  // On Windows, package managers must be started through the shell.
  const child = spawn(manager, ['install'], { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0;
  } catch (error) {
    // The package manager is not installed.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
