import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '@toolwire/internal';

const secretBytes = 32;
const maxReads = 25;
const readEveryMs = 20;

/** Returns the secret in a folder, which all its processes share. The first one creates it. */
export async function folderSecret(folder: string): Promise<Uint8Array> {
  const path = join(folder, '.secret');
  const existing = await readSecret(path).catch(ifMissing);
  if (existing !== undefined) return existing;
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.secret-${crypto.randomUUID()}`);
  const secret = crypto.getRandomValues(new Uint8Array(secretBytes));
  const writeNew = (to: string): Promise<void> => writeFile(to, secret, { flag: 'wx', mode: 0o600 });
  try {
    await writeNew(temporary);
    // Never replaces the secret of another process. A link is atomic, so that no process reads a part of the secret.
    await linkOr(() => writeNew(path), temporary, path).catch(ifExisting);
  } finally {
    await rm(temporary, { force: true });
  }
  return readSecret(path);
}

/** Reads the secret. Without hard links, another process may still be writing it: then it is read again for a short time. */
async function readSecret(path: string): Promise<Uint8Array> {
  for (let reads = 1; reads <= maxReads; reads += 1) {
    const secret = await readFile(path);
    if (secret.length >= secretBytes) return secret;
    await wait(readEveryMs);
  }
  throw new StartupError(
    'TW_CREDENTIAL_SHORT',
    `The secret in ${path} must have at least ${secretBytes} bytes. Delete the file to create a new one.`,
  );
}

const withoutLinks: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EACCES',
  // Of exFAT on Windows.
  'EISDIR',
]);

/** Gives a file another name, if no file has it. On a file system without hard links, such as exFAT, runs the fallback instead. */
export async function linkOr(fallback: () => Promise<void>, from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (problem) {
    if (!withoutLinks.has((problem as NodeJS.ErrnoException).code)) throw problem;
    await fallback();
  }
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
