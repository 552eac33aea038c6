import {
  type Call,
  type InputAnswer,
  type InputAnswers,
  type InputRequest,
  type InputRequests,
  InputRequired,
  type Lifetime,
} from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { LazySignal, maxTimerMs } from '@toolwire/internal';
import type { RpcId } from '../json-rpc/message.ts';
import { cancellationText } from '../json-rpc/notifications.ts';
import type { AskClient, Notify } from '../json-rpc/requests.ts';
import { missingCapabilities } from './client-capabilities.ts';
import { encodeInputRequest } from './encode-input-requests.ts';
import { readAnswer } from './input-answers.ts';

/** Input requests to send to a client together. */
export interface InputRequestBatch {
  readonly requests: InputRequests;
  /** The declared capabilities of the client. */
  readonly capabilities: Fields;
  /** Members for the `_meta` of each request. */
  readonly meta?: Fields | undefined;
  /** Cancels the requests. */
  readonly signal: AbortSignal;
  /** Sends the requests and their cancellations. */
  readonly send: Notify;
}

interface PendingRequest {
  readonly request: InputRequest;
  /** Without an answer, the request ended without a response of the client. */
  readonly settle: (answer?: InputAnswer) => void;
  /** Cleans up what `onRequest` started. */
  readonly stop: (() => void) | undefined;
}

/** How to name and observe requests. */
export interface ClientRequestOptions {
  /** Returns an ID that is unique for this client. */
  readonly nextId: () => RpcId;
  /** Called for each pending request. The returned function is called once the request is settled. */
  readonly onRequest?: ((id: RpcId) => () => void) | undefined;
}

/** Requests from the server to one client, for revisions that start with `initialize`. */
export class ClientRequests {
  readonly #options: ClientRequestOptions;
  readonly #pending = new Map<RpcId | null, PendingRequest>();
  #closed = false;

  constructor(options: ClientRequestOptions) {
    this.#options = options;
  }

  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  /**
   * Sends all requests at once, and resolves with the client's answers. Requests that ended without a response have none. Throws
   * `InputRequired` if the client has not declared the capabilities for them.
   */
  async ask({ requests, capabilities, ...transport }: InputRequestBatch): Promise<InputAnswers> {
    if (missingCapabilities(requests, capabilities) !== undefined) throw new InputRequired(requests);
    const answers = new Map<string, InputAnswer>();
    const asking = Object.entries(requests).map(async ([key, request]) => {
      const answer = await this.#ask(request, transport);
      if (answer !== undefined) answers.set(key, answer);
    });
    await Promise.all(asking);
    return Object.fromEntries(answers);
  }

  /** Settles a pending request with the client's response. Responses to other IDs are ignored. */
  settle(id: RpcId | null, { result }: Fields): 'found' | 'unknown' {
    const pending = this.#pending.get(id);
    if (pending === undefined) return 'unknown';
    pending.settle(readAnswer(pending.request, result) ?? { action: 'cancel' });
    return 'found';
  }

  /** Ends all pending requests, and refuses new ones. */
  close(): void {
    this.#closed = true;
    for (const { settle } of this.#pending.values()) settle();
  }

  #ask(
    request: InputRequest,
    { meta, signal, send }: Omit<InputRequestBatch, 'requests' | 'capabilities'>,
  ): Promise<InputAnswer | undefined> {
    if (this.#closed || signal.aborted) return Promise.resolve(undefined);
    const id = this.#options.nextId();
    const { method, params: encodedParams } = encodeInputRequest(request, () => crypto.randomUUID());
    const params = meta === undefined ? encodedParams : { ...encodedParams, _meta: meta };
    return new Promise((resolve) => {
      const settle = (answer?: InputAnswer): void => {
        this.#pending.get(id)?.stop?.();
        this.#pending.delete(id);
        signal.removeEventListener('abort', cancel);
        resolve(answer);
      };
      const cancel = (): void => {
        send(cancellationText(id));
        settle();
      };
      this.#pending.set(id, { request, settle, stop: this.#options.onRequest?.(id) });
      signal.addEventListener('abort', cancel);
      // With a key, a slow reader's queue never drops the request.
      send(JSON.stringify({ jsonrpc: '2.0', id, method, params }), `request ${id}`);
    });
  }
}

// Created once, because each call ends, and each DOMException captures a stack.
const callEnded = new DOMException('The call has ended', 'AbortError');

/**
 * The input requests of one call. All are canceled, and later ones refused, when one is not answered in time or when the call ends or is
 * canceled.
 */
export class PendingInput {
  readonly #askClient: AskClient;
  readonly #timeoutMs: number;
  readonly #lifetime: LazySignal;

  constructor(askClient: AskClient, lifetime: Lifetime, timeoutMs: number) {
    this.#askClient = askClient;
    this.#lifetime = new LazySignal(lifetime);
    // Timers can't be longer, so a longer limit means no limit.
    this.#timeoutMs = Math.min(timeoutMs, maxTimerMs);
  }

  readonly ask: NonNullable<Call['ask']> = async (requests) => {
    // The time limit of the call is paused meanwhile, and the user may never answer.
    const timer = setTimeout(() => this.end(), this.#timeoutMs);
    try {
      const answers = await this.#askClient(requests, this.#lifetime.signal);
      const answerTo = (key: string): InputAnswer | undefined =>
        Object.hasOwn(answers, key) ? answers[key] : undefined;
      return Object.fromEntries(Object.keys(requests).map((key) => [key, answerTo(key) ?? { action: 'cancel' }]));
    } finally {
      clearTimeout(timer);
    }
  };

  /** Cancels open requests and refuses new ones. */
  end(): void {
    this.#lifetime.abort(callEnded);
  }
}
