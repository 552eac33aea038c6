import { isPromise, type Lifetime, type MaybePromise } from '@toolwire/core';
import { invalidRequest } from './json-rpc/errors.ts';
import type { RpcId, RpcRequest } from './json-rpc/message.ts';
import { joinText } from './json-rpc/outgoing-text.ts';
import type { Notify } from './json-rpc/requests.ts';
import { errorText, type RpcResponse } from './json-rpc/responses.ts';

interface Running {
  readonly controller: AbortController;
  readonly respond: Respond;
  readonly isListening: boolean;
  done: Promise<void> | undefined;
}

/** Handles one request. Messages before the response go through `notify`. */
type HandleRequest = (notify: Notify, lifetime: Lifetime) => MaybePromise<RpcResponse>;

/** Sends the response to a request. `undefined` means that there is no response. */
export type Respond = (text: string | undefined) => void;

/** The running requests of one connection. */
export class RunningRequests {
  readonly #send: Notify;
  readonly #running = new Map<RpcId, Running>();

  constructor(send: Notify) {
    this.#send = send;
  }

  /** Starts a request. */
  run({ id, method }: RpcRequest, handle: HandleRequest, respond: Respond): void {
    if (this.#running.has(id)) {
      respond(errorText(id, invalidRequest('A request with this "id" is still running')));
      return;
    }
    const controller = new AbortController();
    const notify: Notify = (text) => {
      if (this.#running.get(id)?.controller === controller) this.#send(text);
    };
    const isListening = method === 'subscriptions/listen';
    const running: Running = { controller, respond, isListening, done: undefined };
    this.#running.set(id, running);
    // A canceled request needs no response, and it can't be resumed.
    const response = handle(notify, { signal: controller.signal, endsDeliberately: true });
    if (isPromise(response)) running.done = response.then((late) => this.#finish(id, controller, late));
    else this.#finish(id, controller, response);
  }

  /** Cancels a request. Nothing more is sent for it. */
  cancel(id: RpcId): void {
    // Requests that are unknown or answered already are ignored. MCP-CANC-02
    const running = this.#running.get(id);
    this.#running.delete(id);
    running?.controller.abort();
    running?.respond(undefined);
  }

  /** Ends subscriptions, waits, cancels the remaining requests, and waits again. */
  async close(graceMs: number): Promise<void> {
    for (const { controller, isListening } of this.#running.values()) if (isListening) controller.abort();
    await this.#settled(graceMs);
    for (const { controller } of this.#running.values()) controller.abort();
    await this.#settled(graceMs);
  }

  #finish(id: RpcId, controller: AbortController, response: RpcResponse): void {
    const running = this.#running.get(id);
    if (running?.controller !== controller) return;
    this.#running.delete(id);
    running.respond(joinText(response.body));
  }

  async #settled(ms: number): Promise<void> {
    if (this.#running.size === 0) return;
    const all = Promise.all([...this.#running.values()].map(({ done }) => Promise.resolve(done)));
    let timer: ReturnType<typeof setTimeout> | undefined;
    // It keeps the process alive, so that the remaining requests are canceled before it exits.
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([all, late]);
    clearTimeout(timer);
  }
}
