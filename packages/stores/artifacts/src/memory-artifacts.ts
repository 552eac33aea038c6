import { checkNames, checkNumber, mergeOptions } from '@toolwire/internal';
import type { ArtifactStorage } from './artifact-storage.ts';
import {
  type Artifacts,
  type ArtifactsOptions,
  artifactsNames,
  createArtifacts,
  defaultTtlMs,
} from './create-artifacts.ts';

interface MemoryFile {
  readonly contentType: string;
  readonly name: string | undefined;
  readonly chunks: readonly Uint8Array[];
  readonly size: number;
  readonly expiresAt: number;
}

const mebibyte = 1024 * 1024;

/** The size of all artifacts. New artifacts replace the oldest ones. */
const maxTotalBytes = 64 * mebibyte;

/** Stores artifacts in this process: for tests, small files, and platforms without a disk. */
export function createMemoryArtifacts(options: ArtifactsOptions): Artifacts {
  checkNames('createMemoryArtifacts()', options, artifactsNames);
  const { maxBytes = 16 * mebibyte, ttlMs = defaultTtlMs } = options;
  // A larger artifact would not fit, even without other artifacts.
  checkNumber('maxBytes', maxBytes, { unit: 'bytes', above: 0, to: maxTotalBytes });
  // One caller must not replace the files of all others.
  const uploads = mergeOptions({ maxCallerBytes: maxTotalBytes / 4 }, options.uploads ?? {});
  return createArtifacts(createMemoryStorage(ttlMs), { ...options, maxBytes, uploads });
}

function createMemoryStorage(ttlMs: number): ArtifactStorage {
  // In insertion order, so that expired and oldest files come first.
  const files = new Map<string, MemoryFile>();
  let totalBytes = 0;
  const drop = (id: string, { size }: MemoryFile): void => {
    files.delete(id);
    totalBytes -= size;
  };
  const makeRoom = (newBytes: number): void => {
    for (const [id, file] of files) {
      if (file.expiresAt > Date.now() && totalBytes + newBytes <= maxTotalBytes) return;
      drop(id, file);
    }
  };
  return {
    endsWithProcess:
      'The artifacts are in memory. Use createFolderArtifacts of @toolwire/artifacts/folder with a folder that all processes share, or your own storage.',
    async write(id, body, { contentType, name }) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of body) {
        chunks.push(chunk);
        size += chunk.length;
      }
      makeRoom(size);
      files.set(id, { contentType, name, chunks, size, expiresAt: Date.now() + ttlMs });
      totalBytes += size;
      return size;
    },
    async read(id) {
      const file = files.get(id);
      if (file === undefined) return undefined;
      const { contentType, name, size, chunks } = file;
      return { contentType, name, size, body: streamOf(chunks) };
    },
  };
}

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks;
}
