import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { failure } from '../cli-error.ts';

/** Refuses a project file that is a link to a file elsewhere, because the repository chose that file, not the user. */
export async function refuseLinkOutOf(folder: string, file: string): Promise<void> {
  const path = resolve(file);
  if (!isInside(folder, path)) return;
  const real = await realPathOf(path);
  if (real !== undefined && isInside(await realpath(folder), real)) return;
  throw failure(
    `${file} is a link to ${real ?? 'a file that does not exist'}, outside this project. Nothing was written. ` +
      'To change that file, pass it with --file.',
  );
}

function isInside(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return !isAbsolute(inner) && inner.split(/[\\/]/)[0] !== '..';
}

/** Resolves the existing part of a path. Returns `undefined` for a link to a missing file. */
async function realPathOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) throw thrown;
    return (await isLink(path)) ? undefined : realPathOf(dirname(path));
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return false;
    throw thrown;
  }
}
