import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
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
    // Atomic, and never replaces the secret of another process.
    await link(temporary, path).catch(ifExisting);
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(path);
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
