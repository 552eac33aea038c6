import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Json, JsonFields } from './json.ts';
import { type LiveCall, laneOf, readLiveCall } from './live-call.ts';
import type { Server } from './server.ts';

/** The calls of all clients, from the server's feed. */
export interface Live {
  readonly calls: Signal<readonly LiveCall[]>;
  readonly status: Signal<'off' | 'on' | 'lost'>;
  readonly problem: Signal<string>;
  /** How many events the server or the page left out. */
  readonly leftOut: Signal<number>;
  /** How many calls have started since the live view was open. */
  readonly unseen: Signal<number>;
  /** The clients of these calls, except this page. */
  readonly clients: ReadonlySignal<readonly string[]>;
  /** Starts watching, and returns a function that stops it. */
  readonly watch: () => () => void;
  readonly clear: () => void;
}

/** How many calls the page has, the newest. */
export const maxCalls = 300;
/** The delay before the feed is requested again. It doubles up to the maximum. */
const againMs = 1_000;
const maxAgainMs = 10_000;

/** Follows the feed of a server. */
export function createLive(server: Server, credentials: () => Readonly<Record<string, string>>): Live {
  const calls = signal<readonly LiveCall[]>([]);
  const status = signal<'off' | 'on' | 'lost'>('off');
  const problem = signal('');
  const leftOut = signal(0);
  const unseen = signal(0);
  /** The new fields of calls, by their numbers. */
  const waiting = new Map<Json | undefined, JsonFields>();
  let frame: number | undefined;
  let delayMs = againMs;

  // Updates at most once per frame, and never while the tab is hidden.
  const show = (): void => {
    frame = undefined;
    const byNumber = new Map<Json | undefined, LiveCall>(calls.value.map((call) => [call.number, call]));
    for (const [number, fields] of waiting) {
      byNumber.set(number, readLiveCall({ ...byNumber.get(number)?.fields, ...fields }));
    }
    waiting.clear();
    calls.value = [...byNumber.values()].slice(-maxCalls);
  };
  const onLine = (line: JsonFields): void => {
    const { kind, count, number } = line;
    if (kind === 'open') {
      status.value = 'on';
      delayMs = againMs;
    } else if (kind === 'dropped') leftOut.value += typeof count === 'number' ? count : 0;
    else {
      if (kind === 'start') unseen.value += 1;
      waiting.set(number, { ...waiting.get(number), ...line });
      const [oldest] = waiting.keys();
      if (waiting.size > maxCalls) {
        waiting.delete(oldest);
        leftOut.value += 1;
      }
      frame ??= requestAnimationFrame(show);
    }
  };

  return {
    calls,
    status,
    problem,
    leftOut,
    unseen,
    clients: computed(() => [...new Set(calls.value.map(laneOf).filter((client) => !client.startsWith('This page')))]),
    clear: () => {
      calls.value = [];
    },
    watch() {
      const controller = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const lost = (message: string): void => {
        if (controller.signal.aborted) return;
        status.value = 'lost';
        problem.value = message;
        timer = setTimeout(follow, delayMs);
        delayMs = Math.min(delayMs * 2, maxAgainMs);
      };
      const follow = (): void => {
        server.readFeed(credentials(), controller.signal, onLine).then(
          () => lost('The server closed the feed.'),
          (thrown: unknown) => lost(thrown instanceof Error ? thrown.message : 'The feed broke.'),
        );
      };
      follow();
      return () => {
        controller.abort();
        clearTimeout(timer);
        status.value = 'off';
      };
    },
  };
}
