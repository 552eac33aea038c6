import { ByteBuffer } from '@toolwire/core/internal';
import { type OutgoingText, SharedText } from '../json-rpc/outgoing-text.ts';

/** The maximum size of the shared parts in one chunk. Strings are not split, so a chunk may be larger. */
const chunkBytes = 64 * 1024;

const encoder = new TextEncoder();

/** Outgoing text, read in chunks. A shared part is not copied while it waits, and a part of more than one chunk is never copied. */
export class ChunkedText {
  readonly #parts: (string | Uint8Array)[] = [];

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** Whether a shared part comes next, such as the rest of a long message. Other streams should get a turn before it. */
  get isMidway(): boolean {
    return this.#parts[0] instanceof Uint8Array;
  }

  add(text: OutgoingText): void {
    if (typeof text === 'string') this.#parts.push(text);
    else this.#parts.push(...text.map((part) => (part instanceof SharedText ? part.bytes : part)));
  }

  clear(): void {
    this.#parts.length = 0;
  }

  /** The next chunk. Empty at the end. */
  next(): Uint8Array {
    const [first] = this.#parts;
    if (first instanceof Uint8Array && first.length > chunkBytes) return this.#cut(first);
    const chunk = new ByteBuffer();
    let text = '';
    for (let part = this.#parts[0]; part !== undefined; part = this.#parts[0]) {
      if (typeof part === 'string') text += part;
      else if (chunk.length + part.length > chunkBytes) break;
      else {
        chunk.add(encoder.encode(text));
        chunk.add(part);
        text = '';
      }
      this.#parts.shift();
    }
    chunk.add(encoder.encode(text));
    return chunk.take();
  }

  #cut(long: Uint8Array): Uint8Array {
    this.#parts[0] = long.subarray(chunkBytes);
    return long.subarray(0, chunkBytes);
  }
}

/** A response body of several parts: a string, or chunks for a long shared text. */
export function bodyOf(text: Exclude<OutgoingText, string>): string | AsyncIterable<Uint8Array> {
  const isLong = text.some((part) => part instanceof SharedText && part.bytes.length > chunkBytes);
  return isLong ? chunksOf(text) : text.join('');
}

async function* chunksOf(text: OutgoingText): AsyncGenerator<Uint8Array> {
  const chunks = new ChunkedText();
  chunks.add(text);
  while (!chunks.isEmpty) {
    yield chunks.next();
    if (chunks.isMidway) await yieldToEventLoop();
  }
}

/** Yields to the event loop. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
