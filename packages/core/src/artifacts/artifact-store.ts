import type { ArtifactSource } from '../tool/tool-result.ts';
import type { ArtifactReader, StoredArtifact } from './stored-artifact.ts';
import type { UploadStore } from './upload.ts';

/** The properties of an artifact, for its store. */
export interface ArtifactDetails extends Omit<ArtifactSource, 'body'> {
  /** Aborts when the artifact is no longer needed. The store then removes what it has written. */
  readonly signal: AbortSignal;
}

/** Stores artifacts. A custom store only needs `save`. With `read`, MCP serves artifacts as resources too. */
export interface ArtifactStore extends Partial<ArtifactReader> {
  /** Reads and stores the whole body. If that fails, it removes what it has written, and rejects. */
  save(body: AsyncIterable<Uint8Array>, details: ArtifactDetails): Promise<StoredArtifact>;
  /** Rejects if the store can't work. The server awaits it at startup. */
  ready?(): Promise<void>;
  /** Explains why artifacts or their URLs end with the process, and what to set. A server with durable tasks rejects such a store. */
  readonly endsWithProcess?: string | undefined;
  /** Accepts files of callers, for tools with `uploads`. */
  readonly uploads?: UploadStore | undefined;
}
