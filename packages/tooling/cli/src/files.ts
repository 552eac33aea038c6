import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';
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

export function isInside(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return !isAbsolute(inner) && inner.split(sep)[0] !== '..';
}

/** Writes a text file that the user named. */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch {
    throw usageError(`${path} can't be written. Does its folder exist?`);
  }
}

export function homeOf(environment: Terminal['environment']): string {
  return environment['HOME'] || environment['USERPROFILE'] || homedir();
}

/** The user's folder for toolwire files outside projects. Create it with the mode 0700. */
export function userFolder(environment: Terminal['environment']): string {
  return join(environment['XDG_CONFIG_HOME'] || join(homeOf(environment), '.config'), 'toolwire');
}
