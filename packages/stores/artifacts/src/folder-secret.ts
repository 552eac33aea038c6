import { constants, copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the secret in a folder, which all its processes share. The first one creates it. */
export async function folderSecret(folder: string): Promise<Uint8Array> {
  const path = join(folder, '.secret');
  const existing = await readFile(path).catch(ifMissing);
  if (existing !== undefined) return existing;
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.secret-${crypto.randomUUID()}`);
  try {
    await writeFile(temporary, crypto.getRandomValues(new Uint8Array(32)), { flag: 'wx', mode: 0o600 });
    // Never replaces the secret of another process. A link is atomic, so that no process reads a part of the secret.
    const copyNew = (): Promise<void> => copyFile(temporary, path, constants.COPYFILE_EXCL);
    await linkOr(copyNew, temporary, path).catch(ifExisting);
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(path);
}

const withoutLinks: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EACCES',
  // Of exFAT on Windows.
  'EISDIR',
]);

/** Gives a file another name, if no file has it. On a file system without hard links, such as exFAT, runs the fallback instead. */
export async function linkOr(fallback: () => Promise<void>, from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (problem) {
    if (!withoutLinks.has((problem as NodeJS.ErrnoException).code)) throw problem;
    await fallback();
  }
}

/** Returns `undefined` for a missing file. */
export function ifMissing(problem: NodeJS.ErrnoException): undefined {
  if (problem.code === 'ENOENT') return undefined;
  throw problem;
}

/** Does nothing if a file exists already. */
function ifExisting(problem: NodeJS.ErrnoException): void {
  if (problem.code !== 'EEXIST') throw problem;
}
