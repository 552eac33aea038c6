import { checkNames, type NamesOf } from '@toolwire/internal';
import type { ArtifactKeeper } from './artifact-keeper.ts';
import {
  type Artifacts,
  type ArtifactsOptions,
  artifactsNames,
  artifactsSettings,
  createArtifacts,
} from './create-artifacts.ts';

/** How artifacts are kept in memory. */
export interface MemoryArtifactsOptions extends ArtifactsOptions {
  /** The most bytes of all artifacts together, 64 MiB if left out; the oldest make room for new ones. */
  readonly maxTotalBytes?: number | undefined;
}

interface Kept {
  readonly contentType: string;
  readonly name: string | undefined;
  readonly pieces: readonly Uint8Array[];
  readonly size: number;
  readonly expiresAt: number;
}

const mebibyte = 1024 * 1024;

const optionNames: NamesOf<MemoryArtifactsOptions> = { ...artifactsNames, maxTotalBytes: true };

/** Keeps artifacts in this process: for tests, for small files, and where there is no disk. */
export function createMemoryArtifacts(options: MemoryArtifactsOptions): Artifacts {
  checkNames('createMemoryArtifacts()', options, optionNames);
  const { maxTotalBytes = 64 * mebibyte } = options;
  const settings = artifactsSettings(options, Math.min(16 * mebibyte, maxTotalBytes));
  return createArtifacts(createMemoryKeeper(maxTotalBytes, settings), options, settings);
}

function createMemoryKeeper(
  maxTotalBytes: number,
  { ttlMs, now }: { readonly ttlMs: number; readonly now: () => number },
): ArtifactKeeper {
  // In the order of their age, so that both the expired and the oldest come first.
  const files = new Map<string, Kept>();
  let total = 0;
  const drop = (id: string, { size }: Kept): void => {
    files.delete(id);
    total -= size;
  };
  const makeRoom = (wanted: number): void => {
    for (const [id, file] of files) {
      if (file.expiresAt > now() && total + wanted <= maxTotalBytes) return;
      drop(id, file);
    }
  };
  return {
    endsWithProcess:
      'They are in the memory of this process. Take createFolderArtifacts of @toolwire/artifacts/folder, in a folder that all processes share, or a store of your own.',
    async write(id, body, { contentType, name }) {
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of body) {
        // A copy: a tool may fill the same buffer again.
        pieces.push(piece.slice());
        size += piece.length;
      }
      makeRoom(size);
      files.set(id, { contentType, name, pieces, size, expiresAt: now() + ttlMs });
      total += size;
      return size;
    },
    async read(id) {
      const file = files.get(id);
      if (file === undefined) return undefined;
      const { contentType, name, size, pieces } = file;
      return { contentType, name, size, body: eachOf(pieces) };
    },
  };
}

async function* eachOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* pieces;
}
