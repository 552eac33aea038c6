import type { ArtifactDetails } from '@toolwire/core';

/** A file as it is kept. */
export interface KeptFile {
  readonly contentType: string;
  readonly name?: string | undefined;
  readonly size: number;
  /** Opened when the first piece is asked for. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Where the bytes are; ids are made by the caller and are never names from outside. */
export interface ArtifactKeeper {
  /** Reads the body to its end and answers its size; when that fails, leaves nothing behind and throws. */
  write(id: string, body: AsyncIterable<Uint8Array>, details: ArtifactDetails): Promise<number>;
  /** The file, or nothing when there is none any more. */
  read(id: string): Promise<KeptFile | undefined>;
  /** A secret for addresses that stays with the files, for where none is set. */
  secret?(): Promise<Uint8Array>;
  /** Says, in words that tell what to set, that the files end with the process; left out where they do not. */
  readonly endsWithProcess?: string | undefined;
}
