import { isPromise, type Lifetime, type MaybePromise } from '@toolwire/core';
import type { Fields } from '@toolwire/core/wire';
import { ClientRequests } from '../elicitation/client-requests.ts';
import { internalError, type RpcError } from '../json-rpc/errors.ts';
import { type ListChanges, listChangedText } from '../json-rpc/list-changes.ts';
import type { DecodedMessage, RpcId } from '../json-rpc/message.ts';
import { canceledRequestId } from '../json-rpc/notifications.ts';
import type { Notify, Subscriber } from '../json-rpc/requests.ts';
import { errorResponse, type RpcResponse } from '../json-rpc/responses.ts';
import { type RequestTransport, RunningSessionRequest } from './running-session-request.ts';
import type { SignedSession } from './session-id.ts';
import { createAskId, type SessionMailbox } from './session-mailbox.ts';
import { SessionSubscriptions, type SubscribedSession, type SubscribedSessions } from './session-subscriptions.ts';

/** A message that expects no response. */
export type ClientMessage = Extract<DecodedMessage, { readonly kind: 'notification' | 'response' }>;

/** State that all sessions of an endpoint share. */
export interface SharedSessionState {
  /** Forwards messages between processes. */
  readonly mailbox: SessionMailbox | undefined;
  /** The sessions with resource subscriptions, where these are supported. */
  readonly subscribers: SubscribedSessions | undefined;
  /** The changes of lists in this process. */
  readonly listChanges: ListChanges;
}

/** A session in this process: the content of its ID, and its running requests. */
export class Session implements Subscriber, SubscribedSession {
  readonly signed: SignedSession;
  /** The caller that created it. */
  readonly owner: string | undefined;
  readonly endsAt: number;
  /** The requests to its client. */
  readonly inputRequests: ClientRequests;
  readonly #shared: SharedSessionState;
  /** In the order of their start. */
  readonly #running: RunningSessionRequest[] = [];
  #subscriptions: SessionSubscriptions | undefined;
  /** How many changes of lists the client knows. */
  #knownChanges: number;
  #hasEnded = false;

  constructor(signed: SignedSession, owner: string | undefined, endsAt: number, shared: SharedSessionState) {
    const { mailbox } = shared;
    this.signed = signed;
    this.owner = owner;
    this.endsAt = endsAt;
    this.#shared = shared;
    this.#knownChanges = shared.listChanges.count;
    this.inputRequests = new ClientRequests({
      nextId: createAskId,
      onRequest:
        mailbox &&
        ((id) => mailbox.onAnswer(signed.name, id, (message) => void this.inputRequests.settle(id, message))),
    });
  }

  /** Whether the session is neither ended nor expired. */
  get isOpen(): boolean {
    return !this.#hasEnded && Date.now() < this.endsAt;
  }

  /** Whether requests are running or subscriptions exist. */
  get isBusy(): boolean {
    return this.#running.length > 0 || this.inputRequests.hasPending || this.#subscriptions !== undefined;
  }

  /** Runs a request that the client can cancel, or end by disconnecting if nothing can be resumed. */
  run(
    id: RpcId,
    transport: RequestTransport,
    handle: (lifetime: Lifetime) => MaybePromise<RpcResponse>,
  ): MaybePromise<RpcResponse> {
    const request = new RunningSessionRequest(id, transport);
    if (transport.notify !== undefined) this.#subscriptions?.flush(transport.notify);
    this.#running.push(request);
    const response = handle(request);
    // The part that has run may have changed a list.
    this.#notifyListChanges(transport.notify);
    if (!isPromise(response)) {
      this.#remove(request);
      return response;
    }
    const stopLists = this.#shared.listChanges.onChange(() => this.#notifyListChanges(this.#openStream()));
    const stopListening = this.#shared.mailbox?.onCanceled(this.signed.name, id, () => request.cancel());
    return response.then((resolved) => {
      this.#remove(request);
      stopLists();
      stopListening?.();
      return request.isCanceled ? canceledResponse(id) : resolved;
    });
  }

  /** Handles an answer to an input request, or a cancellation. Forwards it if another process runs the request. */
  async receive(message: ClientMessage): Promise<void> {
    if (message.kind === 'response') await this.#settle(message.id, message.message);
    else await this.#cancel(canceledRequestId(message));
  }

  subscribe(uri: string, anonymousShare?: number): boolean {
    const { subscribers } = this.#shared;
    if (subscribers === undefined) return false;
    if (this.#subscriptions === undefined) {
      if (!subscribers.add(this, anonymousShare)) return false;
      this.#subscriptions = new SessionSubscriptions(subscribers.updates, () => this.#openStream());
    }
    return this.#subscriptions.subscribe(uri);
  }

  unsubscribe(uri: string): void {
    this.#subscriptions?.unsubscribe(uri);
    if (this.#subscriptions?.isEmpty === true) this.unsubscribeAll();
  }

  /** Removes all subscriptions. */
  unsubscribeAll(): void {
    this.#subscriptions?.close();
    this.#subscriptions = undefined;
    this.#shared.subscribers?.delete(this);
  }

  /** Ends the session in this process and cancels its requests. */
  end(): void {
    this.#hasEnded = true;
    this.inputRequests.close();
    this.unsubscribeAll();
    for (const request of this.#running) request.cancel();
  }

  async #settle(id: RpcId | null, message: Fields): Promise<void> {
    if (this.inputRequests.settle(id, message) === 'unknown') {
      await this.#shared.mailbox?.forwardAnswer(this.signed.name, id, message);
    }
  }

  async #cancel(id: RpcId | undefined): Promise<void> {
    // Requests that are unknown or answered already are ignored. MCP-CANC-02
    if (id === undefined) return;
    // If a client reuses an ID, the later request.
    const request = this.#running.findLast((running) => running.id === id);
    if (request === undefined) await this.#shared.mailbox?.cancel(this.signed.name, id);
    else request.cancel();
  }

  /** Sends the new changes on a stream, if there is one. A session has no separate stream, so it uses the streams of its requests. */
  #notifyListChanges(notify: Notify | undefined): void {
    if (notify === undefined || this.#knownChanges === this.#shared.listChanges.count) return;
    const changed = this.#shared.listChanges.since(this.#knownChanges);
    this.#knownChanges = this.#shared.listChanges.count;
    for (const kind of changed) notify(listChangedText(kind), kind);
  }

  #remove(request: RunningSessionRequest): void {
    this.#running.splice(this.#running.indexOf(request), 1);
  }

  #openStream(): Notify | undefined {
    for (const { openStream } of this.#running) if (openStream !== undefined) return openStream;
    return undefined;
  }
}

const canceled: RpcError = internalError('The client canceled the request');

function canceledResponse(id: RpcId): RpcResponse {
  return { ...errorResponse(id, canceled), isCanceled: true };
}
