import type { HttpResponse } from '@toolwire/core/wire';

/** The live feed of calls for open pages. */
export interface Feed {
  /** Whether a page is watching. */
  readonly isWatched: boolean;
  /** Sends a line to every page that is watching. */
  send(line: object): void;
  /** Returns a response that streams one JSON line per event. */
  open(signal: AbortSignal, onStop: (listener: () => void) => () => void): HttpResponse;
}

const maxWatchers = 20;
/** How many lines are queued for a slow page before new lines are dropped. */
const maxQueued = 1_000;
const keepAliveMs = 15_000;

/** Creates the feed of a server. */
export function createFeed(): Feed {
  const watchers = new Set<Watcher>();
  return {
    get isWatched() {
      return watchers.size > 0;
    },
    send(line) {
      const text = `${JSON.stringify(line)}\n`;
      for (const watcher of watchers) watcher.send(text);
    },
    open(signal, onStop) {
      if (watchers.size >= maxWatchers) {
        return {
          status: 503,
          headers: feedHeaders,
          body: '{"message":"Too many inspector pages are open. Close one."}\n',
        };
      }
      const watcher = new Watcher(() => {
        watchers.delete(watcher);
        signal.removeEventListener('abort', end);
        unsubscribe();
      });
      const end = (): void => watcher.end();
      const unsubscribe = onStop(end);
      watchers.add(watcher);
      signal.addEventListener('abort', end);
      watcher.send('{"kind":"open"}\n');
      // The page may have left while its credentials were checked.
      if (signal.aborted) end();
      return { status: 200, headers: feedHeaders, body: watcher };
    },
  };
}

const feedHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/x-ndjson',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
};

/** A page that is watching. When its queue is full, new lines are dropped. */
class Watcher implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array, undefined> {
  readonly #encoder = new TextEncoder();
  readonly #onClose: () => void;
  readonly #keepAlive: ReturnType<typeof setInterval>;
  #queue: string[] = [];
  #dropped = 0;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
    // A page with queued lines needs no keep-alive line.
    this.#keepAlive = setInterval(() => this.#queue.length === 0 && this.send('\n'), keepAliveMs);
  }

  send(text: string): void {
    if (this.#ended) return;
    if (this.#queue.length >= maxQueued) this.#dropped += 1;
    else this.#queue.push(text);
    this.#wake?.();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#keepAlive);
    this.#onClose();
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.#queue.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
    if (this.#queue.length === 0) return { done: true, value: undefined };
    const lines = this.#queue;
    this.#queue = [];
    if (this.#dropped > 0) lines.push(`${JSON.stringify({ kind: 'dropped', count: this.#dropped })}\n`);
    this.#dropped = 0;
    return { done: false, value: this.#encoder.encode(lines.join('')) };
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#queue = [];
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
