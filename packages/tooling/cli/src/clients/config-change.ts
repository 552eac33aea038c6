import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { failure } from '../cli-error.ts';
import { isInside, isMissing, readIfExists, userFolder } from '../files.ts';
import { jsonConfig } from './json-config.ts';
import { type ConfigFormat, type McpClient, type SystemPaths, UnreadableConfig } from './mcp-client.ts';
import { tomlConfig } from './toml-config.ts';

/** A config file, and the server to change in it. */
export interface ConfigTarget {
  readonly client: McpClient;
  readonly file: string;
  readonly name: string;
  readonly paths: SystemPaths;
}

/** A change of a config file. An `undefined` text means that the file does not exist. */
export interface ConfigChange {
  readonly file: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether the new text contains credentials, so that only the user may read the file. */
  readonly hasCredentials?: boolean;
  readonly restored?: Backup | undefined;
  readonly backups: Backups;
}

/** Plans the change that adds a server. */
export async function planServer(target: ConfigTarget, entry: object, hasCredentials: boolean): Promise<ConfigChange> {
  const { client, file, name, paths } = target;
  await refuseLinkOutOf(paths.folder, file);
  const before = await readIfExists(file);
  const after = failIfUnreadable(file, () => configFormat(client).withServer(before ?? '', name, entry));
  return { file, name, before, after, hasCredentials, backups: openBackups(target) };
}

/** Plans an undo: restores the backup, or only removes the server if the file has changed since. */
export async function planUndo(target: ConfigTarget): Promise<ConfigChange> {
  const { client, file, name, paths } = target;
  await refuseLinkOutOf(paths.folder, file);
  const before = await readIfExists(file);
  const format = configFormat(client);
  if (before === undefined || !failIfUnreadable(file, () => format.servers(before)).has(name)) {
    throw failure(`Nothing to undo: ${file} has no server '${name}'.`);
  }
  const backups = openBackups(target);
  const restored = await backups.find(before);
  const after = restored === undefined ? format.withServer(before, name, undefined) : restored.original;
  return { file, name, before, after, restored, backups };
}

/** Writes a planned change and a backup. Returns the path of the backup, if there is one. */
export async function applyChange(change: ConfigChange): Promise<string | undefined> {
  const { file, before, after, hasCredentials, restored, backups } = change;
  if ((await readIfExists(file)) !== before) {
    throw failure(`${file} was changed by another program. Nothing was written.`);
  }
  if (restored !== undefined || after === undefined) {
    await (after === undefined ? rm(file) : writeFile(file, after));
    if (restored !== undefined) await rm(restored.path);
    return undefined;
  }
  await mkdir(dirname(file), { recursive: true });
  const earlier = before === undefined ? undefined : await backups.find(before);
  // An undo after two changes restores the state before the first.
  const backup = await backups.write(earlier === undefined ? before : earlier.original, after);
  if (earlier !== undefined && earlier.path !== backup.path) await rm(earlier.path, { force: true });
  if (hasCredentials === true && before !== undefined) await chmod(file, 0o600);
  await writeFile(file, after, { mode: 0o600 });
  return backup.original === undefined ? undefined : backup.path;
}

function failIfUnreadable<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof UnreadableConfig)) throw thrown;
    throw failure(`${file} was not changed: ${thrown.message}. Fix it and try again.`);
  }
}

export function configFormat({ format, member }: McpClient): ConfigFormat {
  return format === 'json' ? jsonConfig(member) : tomlConfig(member);
}

interface Backup {
  readonly path: string;
  /** `undefined` if the file did not exist. */
  readonly original: string | undefined;
}

/** The backups for a server in a file. */
interface Backups {
  /** Finds the backup for a text that `configure` wrote. */
  readonly find: (written: string) => Promise<Backup | undefined>;
  /** Writes a backup before a new text is written. */
  readonly write: (original: string | undefined, written: string) => Promise<Backup>;
}

/**
 * Opens the backups for a server in a file. They are in the user's folder. Next to the config file, a repository could contain a
 * link with the name of a backup, and so choose which file is overwritten.
 */
function openBackups({ file, name, paths }: ConfigTarget): Backups {
  const folder = join(userFolder(paths.environment), 'backups');
  const pathOf = (written: string, kind: 'before' | 'new'): string =>
    join(folder, `${digestOf(`${name}\n${resolve(file)}`)}-${digestOf(written)}.${kind}`);
  return {
    async find(written: string): Promise<Backup | undefined> {
      const [before, created] = [pathOf(written, 'before'), pathOf(written, 'new')];
      const original = await readIfExists(before);
      if (original !== undefined) return { path: before, original };
      return (await readIfExists(created)) === undefined ? undefined : { path: created, original: undefined };
    },
    async write(original: string | undefined, written: string): Promise<Backup> {
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

/**
 * Refuses a project file that is a link to a file elsewhere, because the repository chose that file, not the user. A link to a missing
 * file is refused too, because it can lead anywhere.
 */
async function refuseLinkOutOf(folder: string, file: string): Promise<void> {
  const path = resolve(file);
  if (!isInside(folder, path)) return;
  const real = await realPathOf(path);
  if (real !== undefined && isInside(await realpath(folder), real)) return;
  const target = real === undefined ? 'a file that does not exist' : `${real}, outside this project`;
  throw failure(
    `${file} is a link to ${target}. Nothing was written. ` +
      `To ${real === undefined ? 'create' : 'change'} that file, pass it with --file.`,
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
