import type { ArtifactSource } from '../tool/tool-result.ts';

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

/** Accepts files of callers. The owner is the key of the authenticated caller; all callers without credentials are one owner. */
export interface UploadStore {
  /** Returns the URL for the bytes of a file, or why the caller gets none. */
  create(upload: Upload, owner: string | undefined): Promise<CreatedUpload | RefusedUpload>;
  /** Finds a file by its reference. The file of another owner is `unknown`. */
  find(reference: string, owner: string | undefined): Promise<ArtifactLookup>;
}

/** A file that a caller is going to send. */
interface Upload {
  readonly name: string;
  readonly contentType: string;
  /** The exact number of bytes. */
  readonly size: number;
}

interface CreatedUpload {
  readonly ok: true;
  /** `upload:` and an ID that can't be guessed: the value of a parameter. */
  readonly reference: string;
  /** The URL for one `PUT` of the bytes. */
  readonly url: string;
  /** When the URL expires, in milliseconds since 1970. */
  readonly expiresAt: number;
}

interface RefusedUpload {
  readonly ok: false;
  /** For the caller; ends with the code of the error. */
  readonly message: string;
  /** When another upload may be possible; absent if never. */
  readonly retryAfterMs?: number | undefined;
}

/** The files that a parameter of a tool accepts. */
export interface UploadRule {
  /** The accepted content types, such as `text/csv` or `image/*`; any by default. */
  readonly contentTypes?: readonly string[] | undefined;
  /** The largest file, in bytes; the limit of the store by default. */
  readonly maxBytes?: number | undefined;
}

/** A file that the caller has uploaded. */
export interface UploadedFile {
  /** The file name, without a path. The caller chose it. */
  readonly name: string;
  /** The content type that the caller declared, in lower case and without parameters. */
  readonly contentType: string;
  /** The number of bytes. */
  readonly size: number;
  /** Reads the file in chunks. */
  readonly stream: () => AsyncIterable<Uint8Array>;
  /** Reads the whole file into memory. */
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Reads the whole file as UTF-8. */
  readonly text: () => Promise<string>;
}
