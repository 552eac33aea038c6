import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { checkNames, type NamesOf, StartupError } from '@toolwire/internal';
import type { ArtifactStorage, StoredFile } from './artifact-storage.ts';
import {
  type Artifacts,
  type ArtifactsOptions,
  artifactsNames,
  createArtifacts,
  defaultTtlMs,
} from './create-artifacts.ts';

/** How artifacts are stored in a folder. */
export interface FolderArtifactsOptions extends ArtifactsOptions {
  /** A folder only for artifacts: old files in it are deleted. It is created if it is missing. */
  readonly folder: string;
}

const optionNames: NamesOf<FolderArtifactsOptions> = { ...artifactsNames, folder: true };

/** Stores artifacts in a folder, which several processes may share. New artifacts delete expired ones. */
export function createFolderArtifacts(options: FolderArtifactsOptions): Artifacts {
  checkNames('createFolderArtifacts()', options, optionNames);
  const { folder, ...rest } = options;
  return createArtifacts(createFolderStorage(folder, rest.ttlMs ?? defaultTtlMs), rest);
}

const sweepEveryMs = 60_000;

function createFolderStorage(folder: string, ttlMs: number): ArtifactStorage {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const filePathOf = (id: string): string => join(folder, id);
  const detailsPathOf = (id: string): string => join(folder, `${id}.json`);
  const newPartialPath = (id: string): string => join(folder, `${id}.${crypto.randomUUID()}.partial`);

  const deleteIfOld = async (path: string): Promise<void> => {
    const { mtimeMs } = await stat(path);
    if (mtimeMs + ttlMs < Date.now()) await rm(path, { force: true });
  };
  const sweep = async (): Promise<void> => {
    if (Date.now() - sweptAt < sweepEveryMs) return;
    sweptAt = Date.now();
    for (const name of await readdir(folder)) {
      // Includes partial files of killed processes.
      if (!/^[0-9a-f-]{36}(?:|\.json|\.[0-9a-f-]{36}\.partial)$/.test(name)) continue;
      // Errors are ignored: an old file that can't be deleted must not prevent new files, and the next sweep tries again.
      await deleteIfOld(join(folder, name)).catch(() => undefined);
    }
  };

  return {
    secret: () => folderSecret(folder),
    async write(id, body, { contentType, name, signal }) {
      await mkdir(folder, { recursive: true });
      await sweep();
      // New names, because a killed process may have left partial files of the same upload.
      const [partial, partialDetails] = [newPartialPath(id), newPartialPath(id)];
      // Opened before the body is read: otherwise the file of a body that fails at once would be created after its deletion.
      const file = await open(partial, 'wx', 0o600);
      try {
        await pipeline(body, file.createWriteStream(), { signal });
        const { size } = await stat(partial);
        await writeFile(partialDetails, JSON.stringify({ contentType, name }), { flag: 'wx', mode: 0o600 });
        // Replaces the details of the same upload from another process, which are equal. After a failure they stay until they are old,
        // because that process may need them.
        await rename(partialDetails, detailsPathOf(id));
        // Last, so that only complete files are found. Fails if another process has received the same upload meanwhile.
        // Without hard links, the file is renamed and replaces the other one, because a copy would be found before it is complete.
        await linkOr(() => rename(partial, filePathOf(id)), partial, filePathOf(id));
        return size;
      } finally {
        // Errors are ignored: they must not change the result. The body has been written or has failed, and the next sweeps delete old
        // partial files.
        await file.close().catch(() => undefined);
        await Promise.allSettled([partial, partialDetails].map((path) => rm(path, { force: true })));
      }
    },
    async read(id) {
      // Another process may delete the file meanwhile.
      const stats = await stat(filePathOf(id)).catch(ifMissing);
      const details = stats && (await readFile(detailsPathOf(id), 'utf8').catch(ifMissing));
      if (stats === undefined || details === undefined) return undefined;
      const { contentType, name } = JSON.parse(details) as Pick<StoredFile, 'contentType' | 'name'>;
      return { contentType, name, size: stats.size, body: readFileLater(filePathOf(id)) };
    },
  };
}

// Opened by the first read: HEAD doesn't read, and must not leak a file descriptor.
async function* readFileLater(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield* createReadStream(path);
}

const secretBytes = 32;
const maxReads = 25;
const readEveryMs = 20;

/** Returns the secret in a folder, which all its processes share. The first one creates it. */
async function folderSecret(folder: string): Promise<Uint8Array> {
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
async function linkOr(fallback: () => Promise<void>, from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (problem) {
    if (!withoutLinks.has((problem as NodeJS.ErrnoException).code)) throw problem;
    await fallback();
  }
}

/** Returns `undefined` for a missing file. */
function ifMissing(problem: NodeJS.ErrnoException): undefined {
  if (problem.code === 'ENOENT') return undefined;
  throw problem;
}

/** Does nothing if a file exists already. */
function ifExisting(problem: NodeJS.ErrnoException): void {
  if (problem.code !== 'EEXIST') throw problem;
}
