import type { ArtifactLookup } from './stored-artifact.ts';

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
