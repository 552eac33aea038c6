import type { Fields, ToolService } from '@toolwire/core/wire';
import { declaredClient } from '../elicitation/client-capabilities.ts';
import { ClientRequests } from '../elicitation/client-requests.ts';
import { invalidRequest } from '../json-rpc/errors.ts';
import { listChangedText, onListChanged } from '../json-rpc/list-changes.ts';
import { isLogLevel, type RpcId, type RpcRequest } from '../json-rpc/message.ts';
import type { Dispatched, LegacyClient, LegacyRequest, Notify } from '../json-rpc/requests.ts';
import { errorResponse } from '../json-rpc/responses.ts';
import { defaultRevision, type Revision } from '../json-rpc/revisions.ts';
import { SubscribedResources, updatedText } from '../prompts-and-resources/resource-subscriptions.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { clientWithoutSession, readInitialization } from './initialize.ts';
import { createLegacyDispatch } from './methods.ts';

/** A connection to a client that starts with `initialize`. */
export interface LegacyConnection {
  /** The negotiated revision. */
  readonly revision: Revision | undefined;
  /** Finds the method of a request, and stores the client's `initialize` and log level. */
  dispatch(request: RpcRequest): Dispatched<LegacyRequest>;
  /** Handles a response of the client. */
  settle(id: RpcId | null, message: Fields): void;
  close(): void;
}

/** Creates a connection, on which messages can be sent at any time. */
export function createLegacyConnection(server: ServerContext, service: ToolService, send: Notify): LegacyConnection {
  const { updates } = server.settings;
  const dispatch = createLegacyDispatch(server, { lists: true, resources: true });
  const subscriber = updates && new SubscribedResources(updates, (uri) => send(updatedText(uri), `resource ${uri}`));
  const relays = new Map<string, () => void>();
  let requestCount = 0;
  const requests = new ClientRequests({ nextId: () => `ask-${++requestCount}` });
  let client: LegacyClient | undefined;
  let unsubscribeLists: (() => void) | undefined;

  return {
    get revision() {
      return client?.revision;
    },
    dispatch(request) {
      if (request.method === 'initialize') initialize(request.params);
      if (request.method === 'logging/setLevel') setLevel(request.params);
      if (client === undefined && request.method !== 'initialize' && request.method !== 'ping') {
        return { response: errorResponse(request.id, notInitialized) };
      }
      return dispatch(request, client ?? uninitializedClient);
    },
    settle: (id, message) => void requests.settle(id, message),
    close() {
      unsubscribeLists?.();
      subscriber?.close();
      requests.close();
      for (const stop of relays.values()) stop();
    },
  };

  function initialize(params: Fields): void {
    const read = readInitialization(params);
    if ('code' in read) return;
    const { revision, capabilities } = read;
    client = {
      revision,
      capabilities,
      description: declaredClient(read.client, revision, capabilities),
      sessionId: client?.sessionId ?? crypto.randomUUID(),
      logLevel: 'info',
      subscriber,
      ask: (asked, signal, meta) => requests.ask({ requests: asked, capabilities, meta, signal, send }),
      relays,
    };
    unsubscribeLists ??= onListChanged(service, updates, (kind) => send(listChangedText(kind)));
  }

  function setLevel({ level }: Fields): void {
    if (client !== undefined && isLogLevel(level)) client = { ...client, logLevel: level };
  }
}

const uninitializedClient = clientWithoutSession(defaultRevision);

const notInitialized = invalidRequest(
  'Send initialize first, or name the protocol version in the "_meta" of each request',
);
