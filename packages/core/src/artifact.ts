/** What an artifact is made of: all at once, or piece by piece. */
export type ArtifactBody = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** A file or stream that a tool answers with: the server keeps it, and its caller gets the address. */
export interface ArtifactSource {
  readonly contentType: string;
  /** What is inside, for people and models. */
  readonly description: string;
  /** How a file of it is called, such as `report.csv`. */
  readonly name?: string;
  readonly body: ArtifactBody;
}

/** What a store is told of an artifact besides its bytes. */
export interface ArtifactDetails extends Omit<ArtifactSource, 'body'> {
  /** Aborts when nobody waits for the artifact any more; what was written of it is to be removed then. */
  readonly signal: AbortSignal;
}

/** An artifact that can be fetched. */
export interface StoredArtifact {
  readonly url: string;
  readonly size: number;
}

/** An artifact as it is kept; its body is opened when the first piece is asked for. */
export interface KeptArtifact {
  readonly contentType: string;
  readonly name?: string | undefined;
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** What an address leads to: an artifact, or nothing, because the store has not made it, or its time is up, or the artifact is gone. */
export type FoundArtifact =
  | ({ readonly ok: true } & KeptArtifact)
  | { readonly ok: false; readonly problem: 'unknown' | 'expired' | 'gone' };

/** Reads artifacts for whoever has an address, as the address itself would be answered. */
export interface ArtifactReader {
  /** What the addresses look like, with their variables as RFC 6570 writes them. */
  readonly uriTemplate?: string | undefined;
  read(url: string): Promise<FoundArtifact>;
}

/** Keeps artifacts; one method is all that a store of one's own needs. With `read`, MCP serves them as resources too. */
export interface ArtifactStore extends Partial<ArtifactReader> {
  /** Reads the body to its end; when that fails, leaves nothing behind and throws. */
  save(body: AsyncIterable<Uint8Array>, details: ArtifactDetails): Promise<StoredArtifact>;
  /** Rejects, in words that say what to do, where nothing could be kept; a server awaits it before anything is begun. */
  ready?(): Promise<void>;
  /** Says, in words that tell what to set, that artifacts or their addresses end with the process: a server whose tasks do not refuses such a store. */
  readonly endsWithProcess?: string | undefined;
}

// Symbol.for: two copies of this package, or ESM beside CommonJS, still know each other's marks.
const artifactMark = Symbol.for('toolwire.artifact');

/** Marks what a tool returns as an artifact; for tools that declare no `output`. */
export function artifact(source: ArtifactSource): ArtifactSource {
  return Object.defineProperty({ ...source }, artifactMark, { value: true });
}

/** Tells an artifact, marked by any copy of this package, from every other value; never throws. */
export function isArtifact(value: unknown): value is ArtifactSource {
  try {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[artifactMark] === true;
  } catch {
    // A revoked or hostile proxy: whatever it is, it is not one of ours.
    return false;
  }
}

/** Reads the body of an artifact as bytes, piece by piece. */
export async function* bytesOf(body: ArtifactBody): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  if (typeof body === 'string') yield encoder.encode(body);
  else if (body instanceof Uint8Array) yield body;
  else for await (const piece of body) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
}
