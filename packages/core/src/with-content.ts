import { type ContentBlock, content } from './content.ts';

/** A value with content blocks. Programs read the value; MCP clients and models also get the blocks. */
export interface WithContent<Value> {
  readonly value: Value;
  readonly content: readonly ContentBlock[];
}

// Symbol.for, so that several copies of this package recognize each other's marks.
const withContentMark = Symbol.for('toolwire.with-content');

/** Adds text, images, audio or resources to a value that matches `output`. */
export function withContent<const Value>(
  value: Value,
  ...blocks: readonly (ContentBlock | string)[]
): WithContent<Value> {
  return Object.defineProperty({ value, ...content(...blocks) }, withContentMark, { value: true });
}

/** Whether a value was created by `withContent` of any copy of this package; never throws. */
export function isWithContent(value: unknown): value is WithContent<unknown> {
  try {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[withContentMark] === true;
  } catch {
    // A proxy that throws was not created by `withContent`.
    return false;
  }
}
