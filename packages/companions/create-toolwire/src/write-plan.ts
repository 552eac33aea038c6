import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type Plan, PlanError } from './plan.ts';

/** Writes what was planned, unless a file has become another one since. */
export function writePlan(folder: string, { files }: Plan): void {
  for (const { path, before } of files) {
    const file = join(folder, path);
    const now = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const what = before === undefined ? 'is there already' : 'has changed';
    if (now !== before) throw new PlanError(`${path} ${what}: nothing was written.`);
  }
  for (const { path, after } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), after);
  }
}

const lockfiles = { 'pnpm-lock.yaml': 'pnpm', 'yarn.lock': 'yarn', 'bun.lock': 'bun', 'package-lock.json': 'npm' };

/** The package manager of a project, or the one that started us. */
export function packageManagerOf(folder: string, userAgent: string | undefined): string {
  const locked = Object.entries(lockfiles).find(([name]) => existsSync(join(folder, name)));
  if (locked !== undefined) return locked[1];
  const [, named] = /^(npm|pnpm|yarn|bun)\//.exec(userAgent ?? '') ?? [];
  return named ?? 'npm';
}

/** Installs, and tells whether that went well. */
export async function install(folder: string, manager: string): Promise<boolean> {
  // Windows starts package managers through its shell only.
  const child = spawn(manager, ['install'], { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0;
  } catch (thrown) {
    // There is no such program.
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return false;
    throw thrown;
  }
}
