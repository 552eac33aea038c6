import { GrowingBytes } from '@toolwire/core/wire';

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads lines from chunks, whose bounds may lie anywhere, even within a character. A line beyond the limit is dropped as
 * it comes, and told of once; empty lines are skipped.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<Uint8Array | 'too_large'> {
  const line = new OpenLine(maxBytes);
  for await (const chunk of chunks) {
    // A stream with an encoding has held back what was not whole.
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      line.add(bytes.subarray(start, end));
      const whole = line.take();
      if (whole !== undefined) yield whole;
      start = end + 1;
    }
    line.add(bytes.subarray(start));
  }
  const last = line.take();
  if (last !== undefined) yield last;
}

/** A line whose end has not come yet. */
class OpenLine {
  readonly #maxBytes: number;
  readonly #bytes: GrowingBytes;
  #isTooLong = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#bytes = new GrowingBytes(maxBytes);
  }

  add(bytes: Uint8Array): void {
    if (this.#bytes.length + bytes.length > this.#maxBytes) this.#isTooLong = true;
    if (this.#isTooLong) this.#bytes.take();
    else this.#bytes.add(bytes);
  }

  /** The line so far, after which a new one begins; nothing where it is empty. */
  take(): Uint8Array | 'too_large' | undefined {
    const tooLong = this.#isTooLong;
    this.#isTooLong = false;
    const bytes = this.#bytes.take();
    if (tooLong) return 'too_large';
    const line = bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
    return line.length === 0 ? undefined : line;
  }
}
