import { andThen, type Lifetime, type MaybePromise } from '@toolwire/core';
import { jsonHeaders } from '@toolwire/core/internal';
import type { Exchange, Fields, HttpResponse, ToolService } from '@toolwire/core/wire';
import { LazySignal } from '@toolwire/internal';
import { declaredClient } from '../elicitation/client-capabilities.ts';
import { acceptsStream, headerOf, sessionHeader } from '../http/headers.ts';
import { LazyStream } from '../http/lazy-stream.ts';
import { accepted, jsonResponse, refuseMessage, refuseVersion, respondWith } from '../http/responses.ts';
import type { RequestTransport } from '../http/running-session-request.ts';
import type { ClientMessage, Session } from '../http/session.ts';
import type { Sessions } from '../http/sessions.ts';
import type { DecodedMessage, RpcRequest } from '../json-rpc/message.ts';
import { joinText } from '../json-rpc/outgoing-text.ts';
import { type AskClient, type LegacyClient, type Notify, runMethod } from '../json-rpc/requests.ts';
import type { RpcResponse } from '../json-rpc/responses.ts';
import type { Revision } from '../json-rpc/revisions.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { readBatch, runBatch } from './batch.ts';
import { clientWithoutSession, readInitialization } from './initialize.ts';
import { createLegacyDispatch } from './methods.ts';
import { type LegacySender, readVersionAndAccept } from './version-and-accept.ts';

/** Handles messages of the revisions that start with `initialize` over HTTP. */
export interface LegacyHttp {
  request(message: RpcRequest, sender: LegacySender): Exchange;
  /** Also handles responses of the client, which expect no response either. */
  notification(message: ClientMessage, sender: LegacySender): MaybePromise<Exchange>;
  batch(messages: readonly unknown[], sender: LegacySender): Exchange;
}

/** The service that handles a request, and the stream for messages before the response. */
interface RequestServing {
  readonly service: ToolService;
  /** The stream of the response, if it may become one. */
  readonly stream?: LazyStream | undefined;
}

/** Methods that may report progress and be canceled. */
const longRunningMethods: ReadonlySet<string> = new Set([
  'tools/call',
  'tasks/result',
  'prompts/get',
  'resources/read',
]);

/**
 * Handles each message independently. A disconnect doesn't cancel a request, since the client may retry it. `GET`, which would open a stream
 * in these revisions, gets 405: `routes.ts` has no route for it, and `router.ts` of the server refuses it. MCP-HTTP-06
 */
export function createLegacyHttp(server: ServerContext, sessions: Sessions | undefined): LegacyHttp {
  const dispatch = createLegacyDispatch(server, { lists: sessions !== undefined, resources: false });

  const handleRequest = (
    message: RpcRequest,
    revision: Revision,
    { session, http }: LegacySender,
    { service, stream }: RequestServing,
  ): MaybePromise<RpcResponse> => {
    sessions?.follow(service);
    const { principal, isCallerKnown = false, values } = http;
    const header = headerOf(http);
    const notify = stream?.notify;
    const connection = stream?.connection ?? http;
    const dispatched = dispatch(message, sessionClient(revision, session, { notify, connection }));
    if (dispatched.response !== undefined) return dispatched.response;
    const { request, method, client, sessionId } = dispatched;
    const handle = (lifetime: Lifetime): MaybePromise<RpcResponse> => {
      const caller = { principal, isCallerKnown, values, client, sessionId };
      const context = { service, ...caller, lifetime, transport: 'http', header, notify } as const;
      return runMethod(method, request, context, server.report);
    };
    // A disconnect ends only the waiting, since the task continues.
    const endsWithConnection = message.method === 'tasks/result';
    if (session !== undefined && longRunningMethods.has(message.method)) {
      return session.run(message.id, { connection, notify, endsWithConnection }, handle);
    }
    // Without a source, the signal ignores disconnects, as this era requires.
    return handle(endsWithConnection ? connection : new LazySignal());
  };

  /** Resolves when all messages of a batch are answered. */
  const serveBatch = (
    messages: readonly DecodedMessage[],
    revision: Revision,
    sender: LegacySender,
    service: ToolService,
  ): Promise<HttpResponse> =>
    new Promise((resolve) => {
      const send = (text: string | undefined): void =>
        resolve(text === undefined ? accepted : { status: 200, headers: jsonHeaders, body: text });
      runBatch(messages, revision, send, (message, respond) => {
        if (message.kind === 'request') {
          const response = handleRequest(message, revision, sender, { service });
          void andThen(response, ({ isCanceled, body }) => respond(isCanceled === true ? undefined : joinText(body)));
        } else if (message.kind !== 'malformed') {
          void sender.session?.receive(message);
        }
      });
    });

  /** Adds a session ID to the response of `initialize`, if sessions are enabled. */
  const withSessionId = async (
    message: RpcRequest,
    { http }: LegacySender,
    response: MaybePromise<HttpResponse>,
  ): Promise<HttpResponse> => {
    const read = readInitialization(message.params);
    if (sessions === undefined || 'code' in read) return response;
    const id = await sessions.create(read, http);
    const { headers, ...rest } = await response;
    return { ...rest, headers: { ...headers, [sessionHeader]: id } };
  };

  return {
    request(message, sender) {
      const revision = readVersionAndAccept(sender, message.id);
      if ('status' in revision) return respondWith(revision);
      const { http } = sender;
      return {
        op: 'serve',
        serve: (service) => {
          const mayStream = longRunningMethods.has(message.method) && acceptsStream(http.header('accept'));
          const stream = mayStream ? new LazyStream(http) : undefined;
          const rpcResponse = handleRequest(message, revision, sender, { service, stream });
          const response = stream === undefined ? andThen(rpcResponse, jsonResponse) : stream.respond(rpcResponse);
          return message.method === 'initialize' ? withSessionId(message, sender, response) : response;
        },
      };
    },
    notification(message, { version, session }) {
      const refused = refuseVersion(version);
      if (refused !== undefined) return respondWith(refused);
      return andThen(session?.receive(message), () => respondWith(accepted));
    },
    batch(messages, sender) {
      const revision = readVersionAndAccept(sender);
      if ('status' in revision) return respondWith(revision);
      const batch = readBatch(messages, revision);
      if (batch.problem !== undefined) return respondWith(refuseMessage(batch.problem, sender.version, undefined));
      return { op: 'serve', serve: (service) => serveBatch(batch.messages, revision, sender, service) };
    },
  };
}

/** The client of one request over HTTP: the data of its session, and input requests on the stream of the request. */
function sessionClient(
  revision: Revision,
  session: Session | undefined,
  { notify, connection }: Pick<RequestTransport, 'notify' | 'connection'>,
): LegacyClient {
  if (session === undefined) return clientWithoutSession(revision);
  const { capabilities, client, name: sessionId } = session.signed;
  const description = declaredClient(client, revision, capabilities);
  const ask = notify && askOnStream(session, capabilities, notify, connection);
  const state = { description, sessionId, logLevel: 'info', subscriber: session } as const;
  return { revision, capabilities, ...state, ask };
}

function askOnStream({ inputRequests }: Session, capabilities: Fields, send: Notify, connection: Lifetime): AskClient {
  return (requests, signal, meta) => {
    // A client that stopped reading the stream receives no requests.
    const either = AbortSignal.any([signal, connection.signal]);
    return inputRequests.ask({ requests, capabilities, meta, signal: either, send });
  };
}
