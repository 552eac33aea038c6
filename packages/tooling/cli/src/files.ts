import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { failure, usageError } from './cli-error.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Reads a file that the user named. */
export async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw usageError(`File ${path} can't be read.`);
  }
}

/** Reads a text file that the user named. */
export async function readText(path: string): Promise<string> {
  return (await readBytes(path)).toString('utf8');
}

/** Reads a text file. Returns `undefined` if it does not exist. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw failure(`File ${path} can't be read.`);
  }
}

/** Whether an error of the file system says that a path does not exist. */
export function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
}

/** Writes a text file that the user named. */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch {
    throw usageError(`${path} can't be written. Does its folder exist?`);
  }
}

/** The user's folder for toolwire files outside projects. Create it with the mode 0700. */
export function userFolder(environment: Terminal['environment']): string {
  const home = environment['HOME'] || environment['USERPROFILE'] || homedir();
  return join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'toolwire');
}
