import type { ToolService } from '@toolwire/core/wire';
import { ClientRequests } from '../asking/client-requests.ts';
import type { Parts } from '../parts/parts.ts';
import { type Dialect, unnamedDialect } from '../revisions/dialect.ts';
import type { LegacyClient, LegacyRequest } from '../revisions/legacy-request.ts';
import type { Dispatched, Notify } from '../rpc/context.ts';
import { errorAnswer, notificationText, rpcCodes } from '../rpc/json-rpc.ts';
import type { Fields } from '../rpc/json-shape.ts';
import { isLogLevel } from '../rpc/log-levels.ts';
import type { RpcId, RpcRequest } from '../rpc/message.ts';
import { SubscribedResources } from '../updates/subscribed-resources.ts';
import { updatedText } from '../updates/updated-text.ts';
import { createLegacyDispatch, type LegacyDispatch } from './dispatch.ts';
import { readInitialization } from './initialize.ts';

/** A connection whose client has begun, or may begin, with `initialize`. */
export class LegacySession {
  readonly #dispatch: LegacyDispatch;
  readonly #service: ToolService;
  readonly #send: Notify;
  readonly #requests: ClientRequests;
  readonly #subscribed: SubscribedResources | undefined;
  #asked = 0;
  #client: LegacyClient | undefined;
  #forgetTools: (() => void) | undefined;

  constructor(parts: Parts, service: ToolService, send: Notify) {
    this.#dispatch = createLegacyDispatch(parts, true);
    this.#service = service;
    this.#send = send;
    this.#requests = new ClientRequests({ nextId: () => `ask-${++this.#asked}` });
    const updates = parts.offers.subscribing?.updates;
    this.#subscribed = updates && new SubscribedResources(updates, (uri) => send(updatedText(uri), `resource ${uri}`));
  }

  /** Finds the method of a request, and remembers what the client says of itself. */
  dispatch(request: RpcRequest): Dispatched<LegacyRequest> {
    if (request.method === 'initialize') this.#initialize(request.params);
    if (request.method === 'logging/setLevel') this.#setLevel(request.params);
    if (this.#client === undefined && request.method !== 'initialize' && request.method !== 'ping') {
      return { answer: errorAnswer(request.id, tooEarly) };
    }
    return this.#dispatch(request, this.#client ?? stranger);
  }

  /** What the client has agreed to speak. */
  get dialect(): Dialect | undefined {
    return this.#client?.dialect;
  }

  /** Takes an answer of the client. */
  settle(id: RpcId, message: Fields): void {
    this.#requests.settle(id, message);
  }

  close(): void {
    this.#forgetTools?.();
    this.#subscribed?.close();
    this.#requests.close();
  }

  #initialize(params: Fields): void {
    const read = readInitialization(params);
    if ('code' in read) return;
    const { dialect, capabilities } = read;
    this.#client = {
      dialect,
      capabilities,
      logLevel: 'info',
      subscriber: this.#subscribed,
      ask: (requests, signal, meta) => this.#requests.ask({ requests, capabilities, meta, signal, send: this.#send }),
    };
    this.#forgetTools ??= this.#service.onToolsChanged(() =>
      this.#send(notificationText('notifications/tools/list_changed', '{}')),
    );
  }

  #setLevel({ level }: Fields): void {
    if (this.#client !== undefined && isLogLevel(level)) this.#client = { ...this.#client, logLevel: level };
  }
}

const stranger: LegacyClient = { dialect: unnamedDialect, capabilities: undefined, logLevel: 'info' };

const tooEarly = {
  code: rpcCodes.invalidRequest,
  message: 'Send initialize first, or name the protocol version in the "_meta" of each request',
};
