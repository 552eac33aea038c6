import { byteCount, checkNames, checkNumber, mergeOptions, type NamesOf } from '@toolwire/internal';
import type { ArtifactStorage } from './artifact-storage.ts';
import {
  type Artifacts,
  type ArtifactsOptions,
  artifactsNames,
  createArtifacts,
  defaultTtlMs,
} from './create-artifacts.ts';

/** How artifacts are stored in memory. */
export interface MemoryArtifactsOptions extends ArtifactsOptions {
  /** The size of all artifacts, in bytes. Default: 64 MiB. New artifacts replace the oldest ones. */
  readonly maxTotalBytes?: number | undefined;
}

interface MemoryFile {
  readonly contentType: string;
  readonly name: string | undefined;
  readonly chunks: readonly Uint8Array[];
  readonly size: number;
  readonly expiresAt: number;
}

const mebibyte = 1024 * 1024;

const optionNames: NamesOf<MemoryArtifactsOptions> = { ...artifactsNames, maxTotalBytes: true };

/** Stores artifacts in this process: for tests, small files, and platforms without a disk. */
export function createMemoryArtifacts(options: MemoryArtifactsOptions): Artifacts {
  checkNames('createMemoryArtifacts()', options, optionNames);
  const { maxTotalBytes = 64 * mebibyte, ...rest } = options;
  checkNumber('maxTotalBytes', maxTotalBytes, byteCount);
  const { maxBytes = Math.min(16 * mebibyte, maxTotalBytes) } = rest;
  // A larger artifact would not fit, even without other artifacts.
  checkNumber('maxBytes', maxBytes, { unit: 'bytes', above: 0, to: maxTotalBytes });
  const storage = createMemoryStorage(maxTotalBytes, rest.ttlMs ?? defaultTtlMs);
  // One caller must not replace the files of all others.
  const uploads = mergeOptions({ maxCallerBytes: Math.ceil(maxTotalBytes / 4) }, options.uploads ?? {});
  return createArtifacts(storage, { ...rest, maxBytes, uploads });
}

function createMemoryStorage(maxTotalBytes: number, ttlMs: number): ArtifactStorage {
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
