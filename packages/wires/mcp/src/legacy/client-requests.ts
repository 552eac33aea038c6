import {
  type InputAnswer,
  type InputAnswers,
  type InputRequest,
  type InputRequests,
  InputRequired,
} from '@toolwire/core';
import { readAnswer } from '../asking/input-answers.ts';
import { encodeInputRequest, undeclaredCapabilities } from '../asking/input-requests.ts';
import type { Notify } from '../rpc/context.ts';
import { notificationText } from '../rpc/json-rpc.ts';
import type { Fields } from '../rpc/json-shape.ts';
import type { RpcId } from '../rpc/message.ts';

interface Waiting {
  readonly request: InputRequest;
  readonly settle: (answer: InputAnswer) => void;
}

/** Requests of the server to the client of one connection, as the era of `initialize` has them. */
export class ClientRequests {
  readonly #send: Notify;
  readonly #waiting = new Map<RpcId, Waiting>();
  #sent = 0;
  #closed = false;

  constructor(send: Notify) {
    this.#send = send;
  }

  /** Asks for all at once; who has not declared that it can be asked is not. */
  async ask(requests: InputRequests, capabilities: Fields, signal: AbortSignal, meta?: Fields): Promise<InputAnswers> {
    if (undeclaredCapabilities(requests, capabilities) !== undefined) throw new InputRequired(requests);
    const entries = Object.entries(requests).map(
      async ([key, request]) => [key, await this.#ask(request, signal, meta)] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Takes an answer; one to something else is ignored. */
  settle(id: RpcId, { result }: Fields): void {
    const waiting = this.#waiting.get(id);
    waiting?.settle(readAnswer(waiting.request, result) ?? { action: 'cancel' });
  }

  /** Gives up on what still waits, and asks nothing more. */
  close(): void {
    this.#closed = true;
    for (const { settle } of this.#waiting.values()) settle({ action: 'cancel' });
  }

  #ask(request: InputRequest, signal: AbortSignal, meta: Fields | undefined): Promise<InputAnswer> {
    if (this.#closed || signal.aborted) return Promise.resolve({ action: 'cancel' });
    const id = `ask-${++this.#sent}`;
    const { method, params: asked } = encodeInputRequest(request);
    const params = meta === undefined ? asked : { ...asked, _meta: meta };
    const known = request.kind === 'url' ? { ...params, elicitationId: crypto.randomUUID() } : params;
    return new Promise((resolve) => {
      const settle = (answer: InputAnswer): void => {
        this.#waiting.delete(id);
        signal.removeEventListener('abort', giveUp);
        resolve(answer);
      };
      const giveUp = (): void => {
        this.#send(notificationText('notifications/cancelled', JSON.stringify({ requestId: id })));
        settle({ action: 'cancel' });
      };
      this.#waiting.set(id, { request, settle });
      signal.addEventListener('abort', giveUp);
      this.#send(JSON.stringify({ jsonrpc: '2.0', id, method, params: known }));
    });
  }
}
