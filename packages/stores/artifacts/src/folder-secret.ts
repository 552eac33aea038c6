import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A secret that stands in a folder, and so is the same for all processes that share it, now and later. The first one to ask makes it. */
export async function folderSecret(folder: string): Promise<Uint8Array> {
  const path = join(folder, '.secret');
  const kept = await readFile(path).catch(noneYet);
  if (kept !== undefined) return kept;
  await mkdir(folder, { recursive: true });
  const made = join(folder, `.secret-${crypto.randomUUID()}`);
  try {
    await writeFile(made, crypto.getRandomValues(new Uint8Array(32)), { flag: 'wx', mode: 0o600 });
    // Whole from the first moment, and never in the place of one that another process has made.
    await link(made, path).catch(madeByAnother);
  } finally {
    await rm(made, { force: true });
  }
  return readFile(path);
}

function noneYet(problem: NodeJS.ErrnoException): undefined {
  if (problem.code === 'ENOENT') return undefined;
  throw problem;
}

function madeByAnother(problem: NodeJS.ErrnoException): void {
  if (problem.code !== 'EEXIST') throw problem;
}
