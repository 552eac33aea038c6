import { GrowingBytes } from '@toolwire/core/wire';
import { type SentText, SharedText } from '../rpc/shared-text.ts';

/** About how long a piece is that is sent at once. */
const pieceBytes = 64 * 1024;

const encoder = new TextEncoder();

/** Text on its way out, taken piece by piece: of what is shared with others nothing is copied, however slow the reader. */
export class Pieces {
  readonly #parts: (string | Uint8Array)[] = [];

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** Whether what comes next is the rest of something long, before which others should have their turn. */
  get isMidway(): boolean {
    return this.#parts[0] instanceof Uint8Array;
  }

  add(text: SentText): void {
    if (typeof text === 'string') this.#parts.push(text);
    else this.#parts.push(...text.map((part) => (part instanceof SharedText ? part.bytes : part)));
  }

  clear(): void {
    this.#parts.length = 0;
  }

  /** The next piece; empty when there is none. */
  take(): Uint8Array {
    const [first] = this.#parts;
    if (first instanceof Uint8Array && first.length > pieceBytes) return this.#cut(first);
    const piece = new GrowingBytes();
    let text = '';
    for (let part = this.#parts[0]; part !== undefined; part = this.#parts[0]) {
      if (typeof part === 'string') text += part;
      else if (piece.length + part.length > pieceBytes) break;
      else {
        piece.add(encoder.encode(text));
        piece.add(part);
        text = '';
      }
      this.#parts.shift();
    }
    piece.add(encoder.encode(text));
    return piece.take();
  }

  #cut(long: Uint8Array): Uint8Array {
    this.#parts[0] = long.subarray(pieceBytes);
    return long.subarray(0, pieceBytes);
  }
}

/** A text as the body of an answer: at once where it is short, at the pace of its reader where it is long and shared. */
export function bodyOf(text: SentText): string | AsyncIterable<Uint8Array> {
  if (typeof text === 'string') return text;
  const isLong = text.some((part) => part instanceof SharedText && part.bytes.length > pieceBytes);
  return isLong ? inPieces(text) : text.join('');
}

async function* inPieces(text: SentText): AsyncGenerator<Uint8Array> {
  const pieces = new Pieces();
  pieces.add(text);
  while (!pieces.isEmpty) {
    yield pieces.take();
    if (pieces.isMidway) await turn();
  }
}

/** Lets the event loop have its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
