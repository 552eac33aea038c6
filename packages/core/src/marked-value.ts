import type { ArtifactSource } from './artifact.ts';
import { type ContentBlock, content } from './content.ts';

/** A value with content blocks. Programs read the value; MCP clients and models also get the blocks. */
export interface WithContent<Value> {
  readonly value: Value;
  readonly content: readonly ContentBlock[];
}

// Symbol.for, so that several copies of this package recognize each other's marks.
const artifactMark = Symbol.for('toolwire.artifact');
const withContentMark = Symbol.for('toolwire.with-content');

/** Marks a returned value as an artifact, for tools without `output`. */
export function artifact(source: ArtifactSource): ArtifactSource {
  return Object.defineProperty({ ...source }, artifactMark, { value: true });
}

/** Adds text, images, audio or resources to a value that matches `output`. */
export function withContent<const Value>(
  value: Value,
  ...blocks: readonly (ContentBlock | string)[]
): WithContent<Value> {
  return Object.defineProperty({ value, ...content(...blocks) }, withContentMark, { value: true });
}

/** Whether a value is an artifact, marked by any copy of this package; never throws. */
export function isArtifact(value: unknown): value is ArtifactSource {
  return hasMark(value, artifactMark);
}

/** Whether a value was created by `withContent` of any copy of this package; never throws. */
export function isWithContent(value: unknown): value is WithContent<unknown> {
  return hasMark(value, withContentMark);
}

function hasMark(value: unknown, mark: symbol): boolean {
  try {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[mark] === true;
  } catch {
    // A proxy that throws has no mark.
    return false;
  }
}
