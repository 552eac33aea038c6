import type { ArtifactOutcome } from '../call/outcome.ts';
import type { ArtifactBody, ArtifactSource } from '../tool/tool-result.ts';
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

/** Reads the body of an artifact as chunks of bytes. */
export async function* bytesOf(body: ArtifactBody): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  // The first half of a character that is split between two strings.
  let half = '';
  const chunks = typeof body === 'string' || body instanceof Uint8Array ? [body] : body;
  for await (const chunk of chunks) {
    const isText = typeof chunk === 'string';
    const text = isText ? half + chunk : half;
    half = isText && /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : '';
    if (text !== half) yield encoder.encode(half === '' ? text : text.slice(0, -1));
    if (!isText) yield chunk;
  }
  if (half !== '') yield encoder.encode(half);
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
