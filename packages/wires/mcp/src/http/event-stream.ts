import { type SentText, SharedText } from '../rpc/shared-text.ts';
import { Pieces, turn } from './pieces.ts';

/** How many messages, and characters of them, wait for a reader that is slow, before further ones are left out. */
const mostWaiting = 64;
const longestWaiting = 256 * 1024;

/** A message that is not read yet. */
interface Waiting {
  readonly text: SentText;
  readonly length: number;
  /** What it tells the state of, if it does. */
  readonly about: string | undefined;
}

/**
 * Messages as server-sent events, at the pace of their reader. What comes while too many wait is left out, since all
 * that is sent ahead of an answer may be; the answer itself is not, nor the latest state of anything.
 */
export class EventStream implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array, undefined> {
  readonly #waiting: Waiting[] = [];
  /** What has been begun, and is not all read. */
  readonly #pieces = new Pieces();
  readonly #leave: () => void;
  #keepAlive: ReturnType<typeof setInterval> | undefined;
  #reader: ((result: IteratorResult<Uint8Array, undefined>) => void) | undefined;
  #length = 0;
  #ended = false;

  /** `leave` hears of a reader who goes before the end. */
  constructor(keepAliveMs: number, leave: () => void) {
    this.#leave = leave;
    this.#keepAlive = setInterval(() => this.#comment(), keepAliveMs);
  }

  /** Sends a message, unless too many wait; one that tells the state of something takes the place of one before that does. */
  send(text: SentText, about?: string): void {
    if (this.#ended) return;
    const length = lengthOf(text);
    if (about !== undefined) this.#forget(about);
    else if (this.#waiting.length >= mostWaiting || this.#length + length > longestWaiting) return;
    this.#push({ text: event(text), length, about });
  }

  /** Sends the last message. */
  end(text: SentText): void {
    if (this.#ended) return;
    this.#push({ text: event(text), length: lengthOf(text), about: undefined });
    this.#finish();
  }

  /** Ends without a further message. */
  close(): void {
    if (!this.#ended) this.#finish();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    // The readers of other streams have their turn before the next piece of something long.
    if (this.#pieces.isMidway) await turn();
    if (this.#hasMore) return { done: false, value: this.#take() };
    if (this.#ended) return { done: true, value: undefined };
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    const left = !this.#ended;
    this.#waiting.length = 0;
    this.#pieces.clear();
    this.#finish();
    if (left) this.#leave();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  get #hasMore(): boolean {
    return !this.#pieces.isEmpty || this.#waiting.length > 0;
  }

  #push(message: Waiting): void {
    this.#waiting.push(message);
    this.#length += message.length;
    this.#answerReader();
  }

  #forget(about: string): void {
    const earlier = this.#waiting.findIndex((one) => one.about === about);
    if (earlier < 0) return;
    for (const { length } of this.#waiting.splice(earlier, 1)) this.#length -= length;
  }

  #finish(): void {
    this.#ended = true;
    clearInterval(this.#keepAlive);
    this.#answerReader();
  }

  #answerReader(): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    this.#reader = undefined;
    reader(this.#hasMore ? { done: false, value: this.#take() } : { done: true, value: undefined });
  }

  /** All that waits in one piece, up to something long. */
  #take(): Uint8Array {
    // A message that has been begun goes out as it is; those behind it may still be replaced by later ones.
    while (!this.#pieces.isMidway) {
      const message = this.#waiting.shift();
      if (message === undefined) break;
      this.#length -= message.length;
      this.#pieces.add(message.text);
      if (typeof message.text !== 'string') break;
    }
    return this.#pieces.take();
  }

  // A line that says nothing keeps proxies and clients from giving up.
  #comment(): void {
    if (!this.#hasMore) this.#push({ text: ':\n\n', length: 3, about: undefined });
  }
}

// JSON text has no line breaks.
function event(text: SentText): SentText {
  const [start, end] = ['event: message\ndata: ', '\n\n'];
  return typeof text === 'string' ? start + text + end : [start, ...text, end];
}

function lengthOf(text: SentText): number {
  if (typeof text === 'string') return text.length;
  return text.reduce((sum, part) => sum + (part instanceof SharedText ? part.bytes.length : part.length), 0);
}
