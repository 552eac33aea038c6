import { type OutgoingText, SharedText } from '../json-rpc/outgoing-text.ts';
import { ChunkedText, yieldToEventLoop } from './chunked-text.ts';

/** The headers of a stream. They prevent proxies from compressing or buffering events. ANS-06 */
export const streamHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** The interval of keep-alive comments. Proxies close a stream that is quiet for a minute. */
const keepAliveMs = 15_000;
/** The maximum number of queued messages and characters for a slow reader. Further messages are dropped. */
const maxQueued = 64;
const maxQueuedLength = 256 * 1024;

/** An unread message. */
interface QueuedMessage {
  readonly text: OutgoingText;
  readonly length: number;
  /** A newer message with the same key replaces it. */
  readonly key: string | undefined;
}

/**
 * Server-sent events at the pace of their reader. When the queue is full, messages before the response are dropped, but
 * never the response itself or the latest message of a key. Events have no ID, so a client can't resume a stream with
 * `Last-Event-ID`. It sends the request again instead.
 */
export class EventStream implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array, undefined> {
  readonly #queue: QueuedMessage[] = [];
  /** Messages that are partly read. */
  readonly #chunks = new ChunkedText();
  readonly #onDisconnect: () => void;
  #keepAlive: ReturnType<typeof setInterval> | undefined;
  #reader: ((result: IteratorResult<Uint8Array, undefined>) => void) | undefined;
  #length = 0;
  #ended = false;

  /** `onDisconnect` is called if the reader stops before the end. */
  constructor(onDisconnect: () => void) {
    this.#onDisconnect = onDisconnect;
    this.#keepAlive = setInterval(() => this.#sendComment(), keepAliveMs);
  }

  /** Queues a message, unless the queue is full. With a key it replaces an earlier message with that key. */
  send(text: OutgoingText, key?: string): void {
    if (this.#ended) return;
    const length = lengthOf(text);
    if (key !== undefined) this.#removeKey(key);
    else if (this.#queue.length >= maxQueued || this.#length + length > maxQueuedLength) return;
    this.#push({ text: event(text), length, key });
  }

  /** Sends the last message. */
  end(text: OutgoingText): void {
    if (this.#ended) return;
    this.#push({ text: event(text), length: lengthOf(text), key: undefined });
    this.close();
  }

  /** Ends the stream. */
  close(): void {
    this.#ended = true;
    clearInterval(this.#keepAlive);
    this.#resolveReader();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    // Other streams get a turn between the chunks of a long message.
    if (this.#chunks.isMidway) await yieldToEventLoop();
    if (this.#hasMore) return { done: false, value: this.#nextChunk() };
    if (this.#ended) return { done: true, value: undefined };
    return new Promise((resolve) => {
      this.#reader = resolve;
    });
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    const disconnected = !this.#ended;
    this.#queue.length = 0;
    this.#chunks.clear();
    this.close();
    if (disconnected) this.#onDisconnect();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  get #hasMore(): boolean {
    return !this.#chunks.isEmpty || this.#queue.length > 0;
  }

  #push(message: QueuedMessage): void {
    this.#queue.push(message);
    this.#length += message.length;
    this.#resolveReader();
  }

  #removeKey(key: string): void {
    const earlier = this.#queue.findIndex((message) => message.key === key);
    if (earlier < 0) return;
    for (const { length } of this.#queue.splice(earlier, 1)) this.#length -= length;
  }

  #resolveReader(): void {
    const reader = this.#reader;
    if (reader === undefined) return;
    this.#reader = undefined;
    reader(this.#hasMore ? { done: false, value: this.#nextChunk() } : { done: true, value: undefined });
  }

  /** The queue as one chunk, up to a long message. */
  #nextChunk(): Uint8Array {
    // A started message is sent unchanged. Queued messages may still be replaced.
    while (!this.#chunks.isMidway) {
      const message = this.#queue.shift();
      if (message === undefined) break;
      this.#length -= message.length;
      this.#chunks.add(message.text);
      if (typeof message.text !== 'string') break;
    }
    return this.#chunks.next();
  }

  // A comment keeps proxies and clients from closing a quiet stream.
  #sendComment(): void {
    if (!this.#hasMore) this.#push({ text: ':\n\n', length: 3, key: undefined });
  }
}

// JSON text contains no line breaks.
function event(text: OutgoingText): OutgoingText {
  const [start, end] = ['event: message\ndata: ', '\n\n'];
  return typeof text === 'string' ? start + text + end : [start, ...text, end];
}

function lengthOf(text: OutgoingText): number {
  if (typeof text === 'string') return text.length;
  return text.reduce((sum, part) => sum + (part instanceof SharedText ? part.bytes.length : part.length), 0);
}
