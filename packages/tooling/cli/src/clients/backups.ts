import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readIfExists } from '../files.ts';

/** The text of a file before a server was added to it. */
export interface Backup {
  readonly path: string;
  /** `undefined` if the file did not exist. */
  readonly original: string | undefined;
}

/** The backups for one server in one file. */
export interface Backups {
  /** Finds the backup for a text that `configure` wrote. */
  readonly find: (written: string) => Promise<Backup | undefined>;
  /** Writes a backup before a new text is written. */
  readonly write: (original: string | undefined, written: string) => Promise<Backup>;
}

/**
 * Opens the backups for a server in a file. They are in the user's folder. Next to the config file, a repository could contain a
 * link with the name of a backup, and so choose which file is overwritten.
 */
export function openBackups(folder: string, file: string, name: string): Backups {
  const pathOf = (written: string, kind: 'before' | 'new'): string =>
    join(folder, `${digestOf(`${name}\n${resolve(file)}`)}-${digestOf(written)}.${kind}`);
  return {
    async find(written) {
      const [before, created] = [pathOf(written, 'before'), pathOf(written, 'new')];
      const original = await readIfExists(before);
      if (original !== undefined) return { path: before, original };
      return (await readIfExists(created)) === undefined ? undefined : { path: created, original: undefined };
    },
    async write(original, written) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(written, original === undefined ? 'new' : 'before');
      await Promise.all([rm(pathOf(written, 'before'), { force: true }), rm(pathOf(written, 'new'), { force: true })]);
      await writeFile(path, original ?? '', { flag: 'wx', mode: 0o600 });
      return { path, original };
    },
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
