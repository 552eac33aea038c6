import { hasMark } from '@toolwire/internal';
import { type Content, type ContentBlock, content } from './content.ts';

// Results that a tool marks. `Symbol.for`, so that several copies of this package recognize each other's.
const artifactMark = Symbol.for('toolwire.artifact');
const withContentMark = Symbol.for('toolwire.with-content');

/** The content of an artifact, as a whole or in chunks. */
export type ArtifactBody = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** A file or stream that a tool returns. The server stores it and returns its URL. */
export interface ArtifactSource {
  readonly contentType: string;
  /** A description of the content, for people and models. */
  readonly description: string;
  /** Its file name, such as `report.csv`. */
  readonly name?: string | undefined;
  readonly body: ArtifactBody;
}

/** Marks a returned value as an artifact, for tools without `output`. */
export function artifact(source: ArtifactSource): ArtifactSource {
  return Object.defineProperty({ ...source }, artifactMark, { value: true });
}

/** Whether a value is an artifact, marked by any copy of this package; never throws. */
export function isArtifact(value: unknown): value is ArtifactSource {
  return hasMark(value, artifactMark);
}

/** A value with content blocks. Programs read the value; MCP clients and models also get the blocks. */
export interface WithContent<Value> extends Content {
  readonly value: Value;
}

/** Adds text, images, audio or resources to a value that matches `output`. */
export function withContent<const Value>(
  value: Value,
  ...blocks: readonly (ContentBlock | string)[]
): WithContent<Value> {
  return Object.defineProperty({ value, ...content(...blocks) }, withContentMark, { value: true });
}

/** Whether a value was created by `withContent` of any copy of this package; never throws. */
export function isWithContent(value: unknown): value is WithContent<unknown> {
  return hasMark(value, withContentMark);
}
