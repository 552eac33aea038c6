import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { failure } from '../cli-error.ts';
import { configFormat } from './config-file.ts';
import type { Host } from './host.ts';
import { UnreadableConfig } from './unreadable-config.ts';

/** What is to become of a host's file; a text that is left out is a file that is not there. */
export interface ConfigChange {
  readonly file: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The file with what there was before, if it is to be given back whole. */
  readonly restored?: string | undefined;
}

/** What is to be written to tell a host of a server. */
export async function planServer(host: Host, file: string, name: string, form: object): Promise<ConfigChange> {
  const before = await read(file);
  const after = understood(file, () => configFormat(host).withServer(before ?? '', name, form));
  return { file, name, before, after };
}

/** What is to be written to take that back: all that there was, or where the file has changed since, without the server. */
export async function planUndo(host: Host, file: string, name: string): Promise<ConfigChange> {
  const before = await read(file);
  const format = configFormat(host);
  if (before === undefined || !understood(file, () => format.servers(before)).has(name)) {
    throw failure(`There is no server '${name}' in ${file}: nothing is to be undone.`);
  }
  const kept = await findBackup(file, name, before);
  if (kept === undefined) return { file, name, before, after: format.withServer(before, name, undefined) };
  const after = kept.includes('.new-') ? undefined : await readFile(kept, 'utf8');
  return { file, name, before, after, restored: kept };
}

/** Writes what was planned, beside a copy of what there was; answers where that is. */
export async function applyChange({ file, name, before, after, restored }: ConfigChange): Promise<string | undefined> {
  if ((await read(file)) !== before) throw failure(`${file} has changed meanwhile: nothing was written.`);
  if (restored !== undefined || after === undefined) {
    await (after === undefined ? rm(file) : writeFile(file, after));
    if (restored !== undefined) await rm(restored);
    return undefined;
  }
  await mkdir(dirname(file), { recursive: true });
  const backup = await keep(file, name, before, after);
  // What it names may be secret.
  await writeFile(file, after, { mode: 0o600 });
  return backup.includes('.new-') ? undefined : backup;
}

/** A copy is named by what is written over it, so that it is known later whether anybody has changed that. */
async function keep(file: string, name: string, before: string | undefined, after: string): Promise<string> {
  const earlier = before === undefined ? undefined : await findBackup(file, name, before);
  const original = earlier === undefined ? before : await readFile(earlier, 'utf8');
  const isNew = before === undefined || earlier?.includes('.new-') === true;
  const backup = `${file}.${isNew ? 'new' : 'before'}-${name}-${hashOf(after)}`;
  const mode = before === undefined ? 0o600 : (await stat(file)).mode;
  await writeFile(backup, isNew ? '' : (original ?? ''), { mode });
  if (earlier !== undefined && earlier !== backup) await rm(earlier);
  return backup;
}

async function findBackup(file: string, name: string, text: string): Promise<string | undefined> {
  const wanted = ['new', 'before'].map((kind) => `${basename(file)}.${kind}-${name}-${hashOf(text)}`);
  const found = (await readdir(dirname(file))).find((each) => wanted.includes(each));
  return found === undefined ? undefined : join(dirname(file), found);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

async function read(file: string): Promise<string | undefined> {
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

function understood<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof UnreadableConfig)) throw thrown;
    throw failure(`${file} is left as it is: ${thrown.message}. Mend it, and try again.`);
  }
}
