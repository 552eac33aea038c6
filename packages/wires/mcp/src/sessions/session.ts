import { isPromise, type Lifetime, type MaybePromise } from '@toolwire/core';
import { ClientRequests } from '../asking/client-requests.ts';
import type { WaitingClient } from '../http/waiting-client.ts';
import type { Decoded } from '../rpc/decode.ts';
import { type Answer, errorAnswer, type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import type { Fields } from '../rpc/json-shape.ts';
import { isRpcId, type RpcId } from '../rpc/message.ts';
import type { SignedSession } from './session-id.ts';
import type { SessionLetters } from './session-letters.ts';
import { SessionRequest } from './session-request.ts';

/** What a client sends and no answer is owed to. */
type Told = Extract<Decoded, { readonly kind: 'notification' | 'response' }>;

/** What this process knows of a session: what its id says, and what of it goes on here. */
export class Session {
  readonly facts: SignedSession;
  /** Who began it. */
  readonly owner: string | undefined;
  readonly endsAt: number;
  readonly #letters: SessionLetters | undefined;
  readonly #running = new Map<RpcId, SessionRequest>();
  readonly #asked: ClientRequests;
  #hasEnded = false;

  constructor(facts: SignedSession, owner: string | undefined, endsAt: number, letters: SessionLetters | undefined) {
    this.facts = facts;
    this.owner = owner;
    this.endsAt = endsAt;
    this.#letters = letters;
    this.#asked = new ClientRequests({
      nextId: () => `ask-${crypto.randomUUID()}`,
      begun: letters && ((id) => letters.onAnswer(facts.name, id, (message) => void this.#asked.settle(id, message))),
    });
  }

  /** Whether its id still counts. */
  get isOpen(): boolean {
    return !this.#hasEnded && Date.now() < this.endsAt;
  }

  /** Whether something of it goes on. */
  get isBusy(): boolean {
    return this.#running.size > 0 || this.#asked.areOpen;
  }

  /** What its client is asked. */
  get asked(): Pick<ClientRequests, 'ask'> {
    return this.#asked;
  }

  /** Answers a request that its client can cancel meanwhile, and also by leaving, where nobody comes back for its answer. */
  run(
    id: RpcId,
    waiting: WaitingClient,
    leaves: boolean,
    answering: (lifetime: Lifetime) => MaybePromise<Answer>,
  ): MaybePromise<Answer> {
    const request = new SessionRequest(waiting, leaves);
    // Of two requests of one id, which no client may have, the later one can be cancelled.
    this.#running.set(id, request);
    const answer = answering(request);
    if (!isPromise(answer)) {
      this.#finish(id, request);
      return answer;
    }
    request.forget = this.#letters?.onCancelled(this.facts.name, id, () => request.cancel());
    return answer.then((late) => {
      this.#finish(id, request);
      return request.isCancelled ? cancelledAnswer(id) : late;
    });
  }

  /** Takes what its client tells: the answer to a question, or that it has cancelled a request, here or in another process. */
  async take(message: Told): Promise<void> {
    if (message.kind === 'response') await this.#settle(message.id, message.message);
    else if (message.method === 'notifications/cancelled') await this.#cancel(message.params['requestId']);
  }

  /** Ends what goes on here, and the session as far as this process remembers. */
  end(): void {
    this.#hasEnded = true;
    this.#asked.close();
    for (const request of this.#running.values()) request.cancel();
  }

  async #settle(id: RpcId, message: Fields): Promise<void> {
    if (this.#asked.settle(id, message) === 'unknown') await this.#letters?.answer(this.facts.name, id, message);
  }

  async #cancel(id: unknown): Promise<void> {
    // MCP-CANC-02: one that is answered, or never was, is not there.
    if (!isRpcId(id)) return;
    const request = this.#running.get(id);
    if (request === undefined) await this.#letters?.cancel(this.facts.name, id);
    else request.cancel();
  }

  #finish(id: RpcId, request: SessionRequest): void {
    if (this.#running.get(id) === request) this.#running.delete(id);
    request.forget?.();
  }
}

const cancelled: RpcError = { code: rpcCodes.internal, message: 'The client has cancelled the request' };

function cancelledAnswer(id: RpcId): Answer {
  return { ...errorAnswer(id, cancelled), isUnwanted: true };
}
