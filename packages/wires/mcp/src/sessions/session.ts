import { isPromise, type Lifetime, type MaybePromise } from '@toolwire/core';
import { ClientRequests } from '../asking/client-requests.ts';
import type { Subscriber } from '../revisions/legacy-request.ts';
import type { Notify } from '../rpc/context.ts';
import type { Decoded } from '../rpc/decode.ts';
import { type Answer, errorAnswer, type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import type { Fields } from '../rpc/json-shape.ts';
import { isRpcId, type RpcId } from '../rpc/message.ts';
import type { SignedSession } from './session-id.ts';
import type { SessionLetters } from './session-letters.ts';
import { type RequestWay, SessionRequest } from './session-request.ts';
import { SessionRequests } from './session-requests.ts';
import { SessionSubscriptions } from './session-subscriptions.ts';
import type { SubscribedSession, SubscribedSessions } from './subscribed-sessions.ts';

/** What a client sends and no answer is owed to. */
export type Told = Extract<Decoded, { readonly kind: 'notification' | 'response' }>;

/** What the sessions of an endpoint have in common. */
export interface SharedBySessions {
  /** How processes tell each other of them. */
  readonly letters: SessionLetters | undefined;
  /** Those that have subscribed to resources, where that can be. */
  readonly subscribers: SubscribedSessions | undefined;
}

/** What this process knows of a session: what its id says, and what of it goes on here. */
export class Session implements Subscriber, SubscribedSession {
  readonly facts: SignedSession;
  /** Who began it. */
  readonly owner: string | undefined;
  readonly endsAt: number;
  readonly #letters: SessionLetters | undefined;
  readonly #subscribers: SubscribedSessions | undefined;
  readonly #running = new SessionRequests();
  readonly #asked: ClientRequests;
  #subscriptions: SessionSubscriptions | undefined;
  #hasEnded = false;

  constructor(facts: SignedSession, owner: string | undefined, endsAt: number, shared: SharedBySessions) {
    const { letters } = shared;
    this.facts = facts;
    this.owner = owner;
    this.endsAt = endsAt;
    this.#letters = letters;
    this.#subscribers = shared.subscribers;
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
    return this.#running.size > 0 || this.#asked.areOpen || this.#subscriptions !== undefined;
  }

  /** What its client is asked. */
  get asked(): Pick<ClientRequests, 'ask'> {
    return this.#asked;
  }

  /** Answers a request that its client can cancel meanwhile, and also by leaving, where nobody comes back for its answer. */
  run(id: RpcId, way: RequestWay, answering: (lifetime: Lifetime) => MaybePromise<Answer>): MaybePromise<Answer> {
    const request = new SessionRequest(way);
    if (way.notify !== undefined) this.#subscriptions?.catchUp(way.notify);
    const running = this.#running.add(id, request);
    const answer = answering(request);
    if (!isPromise(answer)) {
      this.#running.remove(running);
      return answer;
    }
    const forget = this.#letters?.onCancelled(this.facts.name, id, () => request.cancel());
    return answer.then((late) => {
      this.#running.remove(running);
      forget?.();
      return request.isCancelled ? cancelledAnswer(id) : late;
    });
  }

  /** Takes what its client tells: the answer to a question, or that it has cancelled a request, here or in another process. */
  async take(message: Told): Promise<void> {
    if (message.kind === 'response') await this.#settle(message.id, message.message);
    else if (message.method === 'notifications/cancelled') await this.#cancel(message.params['requestId']);
  }

  subscribe(uri: string): boolean {
    if (this.#subscribers === undefined) return false;
    if (this.#subscriptions === undefined) {
      if (!this.#subscribers.add(this)) return false;
      this.#subscriptions = new SessionSubscriptions(this.#subscribers.updates, () => this.#openStream());
    }
    return this.#subscriptions.subscribe(uri);
  }

  unsubscribe(uri: string): void {
    this.#subscriptions?.unsubscribe(uri);
    if (this.#subscriptions?.isEmpty === true) this.unsubscribeAll();
  }

  /** Tells of no resource any more. */
  unsubscribeAll(): void {
    this.#subscriptions?.close();
    this.#subscriptions = undefined;
    this.#subscribers?.delete(this);
  }

  /** Ends what goes on here, and the session as far as this process remembers. */
  end(): void {
    this.#hasEnded = true;
    this.#asked.close();
    this.unsubscribeAll();
    for (const request of this.#running.all()) request.cancel();
  }

  async #settle(id: RpcId, message: Fields): Promise<void> {
    if (this.#asked.settle(id, message) === 'unknown') await this.#letters?.answer(this.facts.name, id, message);
  }

  async #cancel(id: unknown): Promise<void> {
    // MCP-CANC-02: one that is answered, or never was, is not there.
    if (!isRpcId(id)) return;
    const request = this.#running.find(id);
    if (request === undefined) await this.#letters?.cancel(this.facts.name, id);
    else request.cancel();
  }

  #openStream(): Notify | undefined {
    for (const { openStream } of this.#running.all()) if (openStream !== undefined) return openStream;
    return undefined;
  }
}

const cancelled: RpcError = { code: rpcCodes.internal, message: 'The client has cancelled the request' };

function cancelledAnswer(id: RpcId): Answer {
  return { ...errorAnswer(id, cancelled), isUnwanted: true };
}
