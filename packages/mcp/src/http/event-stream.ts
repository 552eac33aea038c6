/** How many messages, and characters of them, wait for a reader that is slow, before further ones are left out. */
const mostWaiting = 64;
const longestWaiting = 256 * 1024;

const encoder = new TextEncoder();

/** A piece of the stream that is not read yet. */
interface Waiting {
  readonly text: string;
  /** What it tells the state of, if it does. */
  readonly about: string | undefined;
}

/**
 * Messages as server-sent events, at the pace of their reader. What comes while too many wait is left out, since all
 * that is sent ahead of an answer may be; the answer itself is not, nor the latest state of anything.
 */
export class EventStream implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array, undefined> {
  readonly #waiting: Waiting[] = [];
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
  send(text: string, about?: string): void {
    if (this.#ended) return;
    if (about !== undefined) this.#forget(about);
    else if (this.#waiting.length >= mostWaiting || this.#length >= longestWaiting) return;
    this.#push(event(text), about);
  }

  /** Sends the last message. */
  end(text: string): void {
    if (this.#ended) return;
    this.#push(event(text));
    this.#finish();
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#waiting.length > 0) return Promise.resolve({ done: false, value: this.#take() });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    const left = !this.#ended;
    this.#waiting.length = 0;
    this.#finish();
    if (left) this.#leave();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #push(text: string, about?: string): void {
    this.#waiting.push({ text, about });
    this.#length += text.length;
    this.#answerReader();
  }

  #forget(about: string): void {
    const earlier = this.#waiting.findIndex((one) => one.about === about);
    if (earlier < 0) return;
    for (const { text } of this.#waiting.splice(earlier, 1)) this.#length -= text.length;
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
    reader(this.#waiting.length > 0 ? { done: false, value: this.#take() } : { done: true, value: undefined });
  }

  /** All that waits, in one piece. */
  #take(): Uint8Array {
    this.#length = 0;
    const texts = this.#waiting.splice(0).map(({ text }) => text);
    return encoder.encode(texts.join(''));
  }

  // A line that says nothing keeps proxies and clients from giving up.
  #comment(): void {
    if (this.#waiting.length === 0) this.#push(':\n\n');
  }
}

// JSON text has no line breaks.
function event(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}
