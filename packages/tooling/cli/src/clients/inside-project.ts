import { lstat, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { failure } from '../cli-error.ts';
import { isInside, isMissing } from '../files.ts';

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

/** Resolves the existing part of a path. Returns `undefined` for a link to a missing file. */
async function realPathOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
    const isLink = await lstat(path).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    return isLink ? undefined : realPathOf(dirname(path));
  }
}
