import { mkdir, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** A lock this old was left behind by a process that is gone: an install is stopped long before. */
const abandonedAfterMs = 300_000;

/** Does some work while no other process does its own in the same folder: test files run side by side, and share what is installed. */
export async function withFolderLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = `${folder}.lock`;
  while (!(await takeLock(lock))) await wait(50);
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (thrown) {
    if (!hasCode(thrown, 'EEXIST')) throw thrown;
  }
  const age = await ageOf(lock);
  if (age > abandonedAfterMs) await rm(lock, { recursive: true, force: true });
  return false;
}

/** How long ago it was made, or 0 where it has just gone. */
async function ageOf(lock: string): Promise<number> {
  try {
    return Date.now() - (await stat(lock)).mtimeMs;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return 0;
    throw thrown;
  }
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
