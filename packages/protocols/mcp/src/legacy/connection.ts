import type { Fields, ToolService } from '@toolwire/core/wire';
import type { McpUpdates } from '../definitions/updates.ts';
import { ClientRequests } from '../elicitation/client-requests.ts';
import { declaredClient } from '../elicitation/declared-client.ts';
import { errorResponse, rpcCodes } from '../json-rpc/json-rpc.ts';
import { listChangedText, onListChanged } from '../json-rpc/list-changed.ts';
import { isLogLevel } from '../json-rpc/log-level.ts';
import type { RpcId, RpcRequest } from '../json-rpc/message.ts';
import type { Dispatched, Notify } from '../json-rpc/message-context.ts';
import type { LegacyClient, LegacyRequest } from '../json-rpc/requests.ts';
import { defaultRevision, type Revision } from '../json-rpc/supported-revisions.ts';
import { SubscribedResources, updatedText } from '../prompts-and-resources/resource-subscriptions.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { readInitialization } from './initialize.ts';
import { createLegacyDispatch, type LegacyDispatch } from './methods.ts';
import { clientWithoutSession } from './session-client.ts';

/** A connection to a client that starts with `initialize`. */
export class LegacyConnection {
  readonly #dispatch: LegacyDispatch;
  readonly #service: ToolService;
  readonly #send: Notify;
  readonly #requests: ClientRequests;
  readonly #relays = new Map<string, () => void>();
  readonly #subscribed: SubscribedResources | undefined;
  #requestCount = 0;
  #client: LegacyClient | undefined;
  readonly #updates: McpUpdates | undefined;
  #unsubscribeLists: (() => void) | undefined;

  constructor(server: ServerContext, service: ToolService, send: Notify) {
    this.#dispatch = createLegacyDispatch(server, { lists: true, resources: true });
    this.#service = service;
    this.#send = send;
    this.#requests = new ClientRequests({ nextId: () => `ask-${++this.#requestCount}` });
    const { updates } = server.settings;
    this.#updates = updates;
    this.#subscribed = updates && new SubscribedResources(updates, (uri) => send(updatedText(uri), `resource ${uri}`));
  }

  /** Finds the method of a request, and stores the client's `initialize` and log level. */
  dispatch(request: RpcRequest): Dispatched<LegacyRequest> {
    if (request.method === 'initialize') this.#initialize(request.params);
    if (request.method === 'logging/setLevel') this.#setLevel(request.params);
    if (this.#client === undefined && request.method !== 'initialize' && request.method !== 'ping') {
      return { response: errorResponse(request.id, notInitialized) };
    }
    return this.#dispatch(request, this.#client ?? uninitializedClient);
  }

  /** The negotiated revision. */
  get revision(): Revision | undefined {
    return this.#client?.revision;
  }

  /** Handles a response of the client. */
  settle(id: RpcId | null, message: Fields): void {
    this.#requests.settle(id, message);
  }

  close(): void {
    this.#unsubscribeLists?.();
    this.#subscribed?.close();
    this.#requests.close();
    for (const stop of this.#relays.values()) stop();
  }

  #initialize(params: Fields): void {
    const read = readInitialization(params);
    if ('code' in read) return;
    const { revision, capabilities } = read;
    this.#client = {
      revision,
      capabilities,
      description: declaredClient(read.client, revision, capabilities),
      sessionId: this.#client?.sessionId ?? crypto.randomUUID(),
      logLevel: 'info',
      subscriber: this.#subscribed,
      ask: (requests, signal, meta) => this.#requests.ask({ requests, capabilities, meta, signal, send: this.#send }),
      relays: this.#relays,
    };
    this.#unsubscribeLists ??= onListChanged(this.#service, this.#updates, (kind) => this.#send(listChangedText(kind)));
  }

  #setLevel({ level }: Fields): void {
    if (this.#client !== undefined && isLogLevel(level)) this.#client = { ...this.#client, logLevel: level };
  }
}

const uninitializedClient = clientWithoutSession(defaultRevision);

const notInitialized = {
  code: rpcCodes.invalidRequest,
  message: 'Send initialize first, or name the protocol version in the "_meta" of each request',
};
