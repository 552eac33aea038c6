import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { checkNames, type NamesOf } from '@toolwire/internal';
import type { ArtifactStorage, StoredFile } from './artifact-storage.ts';
import {
  type Artifacts,
  type ArtifactsOptions,
  artifactsNames,
  artifactsSettings,
  createArtifacts,
} from './create-artifacts.ts';
import { folderSecret } from './folder-secret.ts';

/** How artifacts are stored in a folder. */
export interface FolderArtifactsOptions extends ArtifactsOptions {
  /** A folder only for artifacts: old files in it are deleted. It is created if it is missing. */
  readonly folder: string;
}

const optionNames: NamesOf<FolderArtifactsOptions> = { ...artifactsNames, folder: true };

/** Stores artifacts in a folder, which several processes may share. New artifacts delete expired ones. */
export function createFolderArtifacts(options: FolderArtifactsOptions): Artifacts {
  checkNames('createFolderArtifacts()', options, optionNames);
  const settings = artifactsSettings(options, 4 * 1024 ** 3);
  return createArtifacts(createFolderStorage(options.folder, settings), options, settings);
}

const sweepEveryMs = 60_000;

function createFolderStorage(folder: string, { ttlMs }: { readonly ttlMs: number }): ArtifactStorage {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const at = (id: string, part: keyof typeof parts): string => join(folder, id + parts[part]);

  const sweep = async (): Promise<void> => {
    if (Date.now() - sweptAt < sweepEveryMs) return;
    sweptAt = Date.now();
    for (const name of await readdir(folder)) {
      // Includes partial files of killed processes.
      if (!/^[0-9a-f-]{36}(?:|\.json|\.partial)$/.test(name)) continue;
      const path = join(folder, name);
      const found = await stat(path).catch(gone);
      if (found !== undefined && found.mtimeMs + ttlMs < Date.now()) await rm(path, { force: true });
    }
  };

  return {
    secret: () => folderSecret(folder),
    async write(id, body, { contentType, name, signal }) {
      await mkdir(folder, { recursive: true });
      await sweep();
      // Opened before the body is read: otherwise the file of a body that fails at once would be created after its deletion.
      const file = await open(at(id, 'partial'), 'wx', 0o600);
      try {
        await pipeline(body, file.createWriteStream(), { signal });
        const { size } = await stat(at(id, 'partial'));
        await writeFile(at(id, 'about'), JSON.stringify({ contentType, name }), { flag: 'wx', mode: 0o600 });
        // Last, so that only complete files are found.
        await rename(at(id, 'partial'), at(id, 'bytes'));
        return size;
      } catch (problem) {
        await file.close();
        await Promise.all([rm(at(id, 'partial'), { force: true }), rm(at(id, 'about'), { force: true })]);
        throw problem;
      }
    },
    async read(id) {
      // Another process may delete the file meanwhile.
      const found = await stat(at(id, 'bytes')).catch(gone);
      const about = found && (await readFile(at(id, 'about'), 'utf8').catch(gone));
      if (found === undefined || about === undefined) return undefined;
      const { contentType, name } = JSON.parse(about) as Pick<StoredFile, 'contentType' | 'name'>;
      return { contentType, name, size: found.size, body: lazily(at(id, 'bytes')) };
    },
  };
}

const parts = { bytes: '', about: '.json', partial: '.partial' } as const;

function gone(problem: NodeJS.ErrnoException): undefined {
  if (problem.code === 'ENOENT') return undefined;
  throw problem;
}

// Opened by the first read: HEAD doesn't read, and must not leak a file descriptor.
async function* lazily(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield* createReadStream(path);
}
