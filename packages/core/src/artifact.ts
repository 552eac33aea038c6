import { hasMark } from '@toolwire/internal';
import type { ArtifactOutcome } from './outcome.ts';
import type { ArtifactReader, StoredArtifact } from './stored-artifact.ts';
import type { UploadStore } from './upload.ts';

/** The content of an artifact, as a whole or in chunks. */
export type ArtifactBody = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** A file or stream that a tool returns. The server stores it and returns its URL. */
export interface ArtifactSource {
  readonly contentType: string;
  /** A description of the content, for people and models. */
  readonly description: string;
  /** Its file name, such as `report.csv`. */
  readonly name?: string;
  readonly body: ArtifactBody;
}

// Symbol.for, so that several copies of this package recognize each other's artifacts.
const artifactMark = Symbol.for('toolwire.artifact');

/** Marks a returned value as an artifact, for tools without `output`. */
export function artifact(source: ArtifactSource): ArtifactSource {
  return Object.defineProperty({ ...source }, artifactMark, { value: true });
}

/** Whether a value is an artifact, marked by any copy of this package; never throws. */
export function isArtifact(value: unknown): value is ArtifactSource {
  return hasMark(value, artifactMark);
}

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

/** Reads the body of an artifact as chunks of bytes. */
export async function* bytesOf(body: ArtifactBody): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  if (typeof body === 'string') yield encoder.encode(body);
  else if (body instanceof Uint8Array) yield body;
  else for await (const chunk of body) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk;
}

/** Encodes an artifact with the field names of Open Tool Calling and Arcade, which have no file name. */
export function encodeArtifact({ url, contentType, size, description }: ArtifactOutcome['artifact']): {
  readonly url: string;
  readonly content_type: string;
  readonly size: number;
  readonly meta: { readonly description: string };
} {
  return { url, content_type: contentType, size, meta: { description } };
}
