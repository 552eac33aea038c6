import { isPromise, type Lifetime, type MaybePromise } from '@toolwire/core';
import type { Notify } from '../rpc/context.ts';
import { type Answer, errorText, rpcCodes, textOf } from '../rpc/json-rpc.ts';
import type { RpcId, RpcRequest } from '../rpc/message.ts';

interface Running {
  readonly controller: AbortController;
  readonly answerWith: AnswerWith;
  readonly isListening: boolean;
  done: Promise<void> | undefined;
}

/** Answers one request: what it may send ahead of the answer goes through `notify`. */
type Answering = (notify: Notify, lifetime: Lifetime) => MaybePromise<Answer>;

/** Takes the answer to a request; `undefined` when there will be none. */
export type AnswerWith = (text: string | undefined) => void;

/** The requests of one connection that are not answered yet. */
export class RunningRequests {
  readonly #send: Notify;
  readonly #running = new Map<RpcId, Running>();

  constructor(send: Notify) {
    this.#send = send;
  }

  /** Begins to answer a request. */
  run({ id, method }: RpcRequest, answering: Answering, answerWith: AnswerWith): void {
    if (this.#running.has(id)) {
      const error = { code: rpcCodes.invalidRequest, message: 'Another request with this "id" is not answered yet' };
      answerWith(errorText(id, error));
      return;
    }
    const controller = new AbortController();
    const notify: Notify = (text) => {
      if (this.#running.get(id)?.controller === controller) this.#send(text);
    };
    const isListening = method === 'subscriptions/listen';
    const running: Running = { controller, answerWith, isListening, done: undefined };
    this.#running.set(id, running);
    // Who cancels wants no answer, and nobody else can come back for it.
    const answer = answering(notify, { signal: controller.signal, endsDeliberately: true });
    if (isPromise(answer)) running.done = answer.then((late) => this.#finish(id, controller, late));
    else this.#finish(id, controller, answer);
  }

  /** Gives a request up: nothing more is sent for it. */
  cancel(id: RpcId): void {
    // MCP-CANC-02: one that is answered, or never was, is not there.
    const running = this.#running.get(id);
    this.#running.delete(id);
    running?.controller.abort();
    running?.answerWith(undefined);
  }

  /** Ends what listens, waits, gives up what still runs, and waits once more. */
  async close(graceMs: number): Promise<void> {
    for (const { controller, isListening } of this.#running.values()) if (isListening) controller.abort();
    await this.#settled(graceMs);
    for (const { controller } of this.#running.values()) controller.abort();
    await this.#settled(graceMs);
  }

  #finish(id: RpcId, controller: AbortController, answer: Answer): void {
    const running = this.#running.get(id);
    if (running?.controller !== controller) return;
    this.#running.delete(id);
    running.answerWith(textOf(answer));
  }

  async #settled(ms: number): Promise<void> {
    if (this.#running.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    const all = Promise.all([...this.#running.values()].map(({ done }) => Promise.resolve(done)));
    await Promise.race([all, late]);
    clearTimeout(timer);
  }
}
