import {
  type InputAnswer,
  type InputAnswers,
  type InputRequest,
  type InputRequests,
  InputRequired,
} from '@toolwire/core';
import type { Notify } from '../rpc/context.ts';
import { notificationText } from '../rpc/json-rpc.ts';
import type { Fields } from '../rpc/json-shape.ts';
import type { RpcId } from '../rpc/message.ts';
import { readAnswer } from './input-answers.ts';
import { encodeInputRequest, undeclaredCapabilities } from './input-requests.ts';

/** What is asked of a client at one time. */
export interface Asked {
  readonly requests: InputRequests;
  /** What the client has declared. */
  readonly capabilities: Fields;
  /** Members for the `_meta` of each request. */
  readonly meta?: Fields | undefined;
  /** Takes the requests back. */
  readonly signal: AbortSignal;
  /** Sends the requests, and what takes them back. */
  readonly send: Notify;
}

interface Waiting {
  readonly request: InputRequest;
  readonly settle: (answer: InputAnswer) => void;
  /** Ends what was begun by `begun`. */
  readonly end: (() => void) | undefined;
}

/** How requests are known, and who else hears of them. */
export interface ClientRequestSettings {
  /** Names the next request, as no other of this client is named. */
  readonly nextId: () => RpcId;
  /** Hears of a request that waits for its answer from now on, until the function that it answers is called. */
  readonly begun?: ((id: RpcId) => () => void) | undefined;
}

/** Requests of the server to one client, as the era of `initialize` has them. */
export class ClientRequests {
  readonly #settings: ClientRequestSettings;
  readonly #waiting = new Map<RpcId, Waiting>();
  #closed = false;

  constructor(settings: ClientRequestSettings) {
    this.#settings = settings;
  }

  /** Whether there are some without an answer. */
  get areOpen(): boolean {
    return this.#waiting.size > 0;
  }

  /** Asks for all at once; who has not declared that it can be asked is not. */
  async ask({ requests, capabilities, ...how }: Asked): Promise<InputAnswers> {
    if (undeclaredCapabilities(requests, capabilities) !== undefined) throw new InputRequired(requests);
    const entries = Object.entries(requests).map(
      async ([key, request]) => [key, await this.#ask(request, how)] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Takes an answer; one to something else is ignored, and not found. */
  settle(id: RpcId, { result }: Fields): 'found' | 'unknown' {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return 'unknown';
    waiting.settle(readAnswer(waiting.request, result) ?? { action: 'cancel' });
    return 'found';
  }

  /** Gives up on what still waits, and asks nothing more. */
  close(): void {
    this.#closed = true;
    for (const { settle } of this.#waiting.values()) settle({ action: 'cancel' });
  }

  #ask(request: InputRequest, { meta, signal, send }: Omit<Asked, 'requests' | 'capabilities'>): Promise<InputAnswer> {
    if (this.#closed || signal.aborted) return Promise.resolve({ action: 'cancel' });
    const id = this.#settings.nextId();
    const { method, params: asked } = encodeInputRequest(request, () => crypto.randomUUID());
    const params = meta === undefined ? asked : { ...asked, _meta: meta };
    return new Promise((resolve) => {
      const settle = (answer: InputAnswer): void => {
        this.#waiting.get(id)?.end?.();
        this.#waiting.delete(id);
        signal.removeEventListener('abort', giveUp);
        resolve(answer);
      };
      const giveUp = (): void => {
        send(notificationText('notifications/cancelled', JSON.stringify({ requestId: id })));
        settle({ action: 'cancel' });
      };
      this.#waiting.set(id, { request, settle, end: this.#settings.begun?.(id) });
      signal.addEventListener('abort', giveUp);
      // Named, since what tells of something is never left out for a reader that is slow.
      send(JSON.stringify({ jsonrpc: '2.0', id, method, params }), `request ${id}`);
    });
  }
}
