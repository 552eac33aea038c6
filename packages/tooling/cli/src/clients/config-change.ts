import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure } from '../cli-error.ts';
import { readIfExists, userFolder } from '../files.ts';
import { type Backup, type Backups, openBackups } from './backups.ts';
import { refuseLinkOutOf } from './inside-project.ts';
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
  return { file, name, before, after, hasCredentials, backups: backupsOf(target) };
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
  const backups = backupsOf(target);
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

function backupsOf({ file, name, paths }: ConfigTarget): Backups {
  return openBackups(join(userFolder(paths.environment), 'backups'), file, name);
}

function failIfUnreadable<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof UnreadableConfig)) throw thrown;
    throw failure(`${file} was not changed: ${thrown.message}. Fix it and try again.`);
  }
}

/** Returns the format of a client's config file. */
export function configFormat({ format, member }: McpClient): ConfigFormat {
  return format === 'json' ? jsonConfig(member) : tomlConfig(member);
}

const contextLines = 2;

/** Shows the changed lines with a few lines around them. */
export function showChange(before: string, after: string): string {
  const [oldLines, newLines] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(oldLines.length, newLines.length);
  let start = 0;
  while (start < shorter && oldLines[start] === newLines[start]) start += 1;
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - start && oldLines.at(-1 - sameAtEnd) === newLines.at(-1 - sameAtEnd)) sameAtEnd += 1;
  const marked = (sign: string, lines: readonly string[]): readonly string[] => lines.map((line) => `${sign} ${line}`);
  return [
    ...(start > contextLines ? ['  …'] : []),
    ...marked(' ', newLines.slice(Math.max(0, start - contextLines), start)),
    ...marked('-', oldLines.slice(start, oldLines.length - sameAtEnd)),
    ...marked('+', newLines.slice(start, newLines.length - sameAtEnd)),
    ...marked(' ', newLines.slice(newLines.length - sameAtEnd, newLines.length - sameAtEnd + contextLines)),
    ...(sameAtEnd > contextLines ? ['  …'] : []),
  ].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
