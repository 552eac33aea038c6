import { ByteBuffer } from '@toolwire/core/internal';
import type { BodyProblem, JsonBody } from '@toolwire/core/wire';
import { MessageId } from './message-id.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;

/** A line that exceeded the limit. */
export interface LongLine {
  /** The ID of the request, if it was one. */
  readonly id: unknown;
}

/**
 * Reads lines from chunks, which may split characters. A line beyond the limit is dropped while it arrives, and reported once with the ID
 * of its request. Empty lines are skipped.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<Uint8Array | LongLine> {
  const line = new LineBuffer(maxBytes);
  for await (const chunk of chunks) {
    // A stream with an encoding never splits characters.
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      line.add(bytes.subarray(start, end));
      const complete = line.take();
      if (complete !== undefined) yield complete;
      start = end + 1;
    }
    line.add(bytes.subarray(start));
  }
  const last = line.take();
  if (last !== undefined) yield last;
}

/** The current line, until its end arrives. */
class LineBuffer {
  readonly #bytes: ByteBuffer;
  readonly #id = new MessageId();
  #isTooLong = false;

  constructor(maxBytes: number) {
    this.#bytes = new ByteBuffer(maxBytes);
  }

  add(bytes: Uint8Array): void {
    if (this.#isTooLong) return this.#id.add(bytes);
    if (this.#bytes.add(bytes)) return;
    this.#isTooLong = true;
    this.#id.add(this.#bytes.take());
    this.#id.add(bytes);
  }

  /** Returns the line and starts a new one; `undefined` for an empty line. */
  take(): Uint8Array | LongLine | undefined {
    const tooLong = this.#isTooLong;
    this.#isTooLong = false;
    const bytes = this.#bytes.take();
    if (tooLong) return { id: this.#id.take() };
    const line = bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
    return line.length === 0 ? undefined : line;
  }
}

/** The limits of a line. */
export interface LineLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
}

/** Explains why a line is not a valid message. */
export function unreadableLine(problem: BodyProblem, limits: LineLimits): Extract<JsonBody, { readonly ok: false }> {
  return { ok: false, problem, detail: explain(problem, limits) };
}

function explain(problem: BodyProblem, { maxBytes, maxDepth }: LineLimits): string {
  if (problem === 'too_large') return `A message must be at most ${maxBytes} bytes long`;
  if (problem === 'too_deep') return `A message must not nest deeper than ${maxDepth} levels`;
  const reason = problem === 'encoding' ? 'The line is not valid UTF-8.' : 'The line is not valid JSON.';
  return `${reason} Each message must be a single line.`;
}
