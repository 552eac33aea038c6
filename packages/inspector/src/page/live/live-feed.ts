import { computed, signal } from '@preact/signals';
import { type InspectorClient, ServerError } from '../inspector-client.ts';
import type { Json, JsonFields } from '../json.ts';
import { type Credentials, messageOf } from '../requests.ts';
import { type LiveCall, laneOf, readLiveCall } from './live-call.ts';

/** How many of the newest calls the page shows. */
export const maxCalls = 300;
/** The delay before the feed is requested again. It doubles up to the maximum. */
const reconnectMs = 1_000;
const maxReconnectMs = 10_000;

/** The calls of all clients, from the server's feed. */
export class LiveFeed {
  readonly calls = signal<readonly LiveCall[]>([]);
  readonly status = signal<'off' | 'on' | 'lost'>('off');
  /** Why the feed is lost. */
  readonly problem = signal('');
  /** How many events the server or the page skipped. */
  readonly skippedEvents = signal(0);
  /** How many calls have started since the live view was last open. */
  readonly unseenCalls = signal(0);
  /** The clients of these calls, except inspectors. */
  readonly clients = computed(() => [
    ...new Set(this.calls.value.filter(({ isInspector }) => !isInspector).map(laneOf)),
  ]);
  /** The IDs that this page chose for its calls. They stay after the end of a call, because the page may repeat the call with its ID. */
  readonly pageCallIds = new Set<string>();
  readonly #client: InspectorClient;
  readonly #credentials: () => Credentials;
  /** The new fields of calls by their numbers, until the next frame. */
  readonly #pending = new Map<Json | undefined, JsonFields>();
  /** The numbers of cleared calls that were running. */
  readonly #cleared = new Set<Json | undefined>();
  #isFrameRequested = false;
  /** Requests the feed that the server has refused. */
  #retryRefused: (() => void) | undefined;
  #reconnectMs = reconnectMs;

  constructor(client: InspectorClient, credentials: () => Credentials) {
    this.#client = client;
    this.#credentials = credentials;
  }

  /** Starts watching, and returns a function that stops it. */
  watch(): () => void {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lose = (problem: string, isPermanent: boolean): void => {
      if (controller.signal.aborted) return;
      this.status.value = 'lost';
      this.problem.value = problem;
      if (isPermanent) {
        this.#retryRefused = follow;
        return;
      }
      timer = setTimeout(follow, this.#reconnectMs);
      this.#reconnectMs = Math.min(this.#reconnectMs * 2, maxReconnectMs);
    };
    const follow = (): void => {
      this.#client
        .readFeed(this.#credentials(), controller.signal, (line) => this.#read(line))
        .then(
          () => lose('The server closed the feed.', false),
          (thrown: unknown) => lose(messageOf(thrown, 'The feed broke.'), isRefusal(thrown)),
        );
    };
    follow();
    return () => {
      controller.abort();
      clearTimeout(timer);
      this.#retryRefused = undefined;
      this.status.value = 'off';
    };
  }

  /** Requests the feed again if the server has refused it. */
  retry(): void {
    const retry = this.#retryRefused;
    this.#retryRefused = undefined;
    retry?.();
  }

  clear(): void {
    this.#showPending();
    for (const { number, tookMs } of this.calls.value) {
      if (tookMs === undefined) this.#cleared.add(number);
    }
    this.calls.value = [];
  }

  #read(line: JsonFields): void {
    const { kind, count, number } = line;
    if (kind === 'open') {
      this.status.value = 'on';
      this.#reconnectMs = reconnectMs;
      // Calls may have ended while the feed was lost. Those that still run appear again when they end.
      this.#showPending();
      this.calls.value = this.calls.value.filter(({ tookMs }) => tookMs !== undefined);
    } else if (kind === 'dropped') {
      this.skippedEvents.value += typeof count === 'number' ? count : 0;
    } else if (kind === 'start') {
      this.unseenCalls.value += 1;
      this.#addFields(line);
    } else {
      // The end of a cleared call is not shown, and its number is not needed afterwards.
      const wasCleared = this.#cleared.delete(number);
      if (!wasCleared) this.#addFields(line);
    }
  }

  #addFields(fields: JsonFields): void {
    const { number } = fields;
    this.#pending.set(number, { ...this.#pending.get(number), ...fields });
    if (this.#pending.size > maxCalls) {
      const [oldest] = this.#pending.keys();
      this.#pending.delete(oldest);
      this.skippedEvents.value += 1;
    }
    // Updates at most once per frame. A hidden tab has no frames.
    if (!this.#isFrameRequested) requestAnimationFrame(() => this.#showFrame());
    this.#isFrameRequested = true;
  }

  #showFrame(): void {
    this.#isFrameRequested = false;
    this.#showPending();
  }

  #showPending(): void {
    const calls = new Map<Json | undefined, LiveCall>(this.calls.value.map((call) => [call.number, call]));
    for (const [number, fields] of this.#pending) {
      calls.set(number, readLiveCall({ ...calls.get(number)?.fields, ...fields }, this.pageCallIds));
    }
    this.#pending.clear();
    this.calls.value = [...calls.values()].slice(-maxCalls);
  }
}

/** Whether the server refuses this page, for example because it has restarted. The same request would fail too. */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ServerError && thrown.status === 403;
}
