/** The URL and size of a stored artifact. */
export interface StoredArtifact {
  readonly url: string;
  readonly size: number;
}

/** A stored artifact that can be read. Its body is opened when the first chunk is read. */
interface ReadableArtifact {
  readonly contentType: string;
  readonly name?: string | undefined;
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The artifact at a URL, or why it can't be read: the URL is unknown or expired, or the artifact was removed. */
export type ArtifactLookup =
  | ({ readonly ok: true } & ReadableArtifact)
  | { readonly ok: false; readonly problem: 'unknown' | 'expired' | 'gone' };

/** Reads artifacts by URL, with the same access rules as the URL itself. */
export interface ArtifactReader {
  /** The template of the URLs (RFC 6570). */
  readonly uriTemplate?: string | undefined;
  read(url: string): Promise<ArtifactLookup>;
}
