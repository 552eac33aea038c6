import {
  type ContextValues,
  type InputAnswers,
  type InputRequests,
  isPromise,
  type Lifetime,
  type MaybePromise,
  type Principal,
} from '@toolwire/core';
import type { Client, ObserveRequest, ProtocolRequest } from '@toolwire/core/internal';
import type { Fields, ToolService } from '@toolwire/core/wire';
import { traceIdOf } from '@toolwire/internal';
import { internalError } from './errors.ts';
import { type LogLevel, type RpcRequest, readPropagated } from './message.ts';
import type { OutgoingText } from './outgoing-text.ts';
import { errorResponse, type RpcResponse } from './responses.ts';
import { negotiateRevision, type Revision } from './revisions.ts';

/** Everything that arrives with a message. */
export interface MessageContext {
  readonly service: ToolService;
  readonly principal: Principal | undefined;
  /** Whether the caller is authenticated, or the app declared that all callers are known. */
  readonly isCallerKnown: boolean;
  readonly values: ContextValues;
  /** The client as tools see it. */
  readonly client: Client;
  /** Identifies the session of the client, if it has one. */
  readonly sessionId: string | undefined;
  /** Lasts as long as the caller waits. */
  readonly lifetime: Lifetime;
  /** `pipe` for the standard streams of a process; `undefined` if unknown. */
  readonly transport: 'http' | 'pipe' | undefined;
  /** Reads a header by its lower-case name. `undefined` without HTTP. */
  readonly header: ((name: string) => string | undefined) | undefined;
  /** Sends JSON text before the response, where the transport can. */
  readonly notify: Notify | undefined;
}

/** Capabilities that a server declares. */
export type Capabilities = Fields & { readonly extensions?: Fields };

/** Sends a message before the response. For a slow reader, a newer message replaces an unsent one with the same `key`. */
export type Notify = (text: OutgoingText, key?: string) => void;

/** Handles one method of an era. */
export type Method<Request> = (request: Request, context: MessageContext) => MaybePromise<RpcResponse>;

/** The methods of an era, by name. */
export type Methods<Request> = ReadonlyMap<string, Method<Request>>;

/** A valid request with its method, or the error response to an invalid one. */
export type Dispatched<Request> =
  | {
      readonly request: Request;
      readonly method: Method<Request>;
      readonly client: Client;
      readonly sessionId: string | undefined;
      readonly response?: undefined;
    }
  | { readonly response: RpcResponse };

/** A client that starts with `initialize`. Over HTTP its properties come from its session. */
export interface LegacyClient {
  readonly revision: Revision;
  /** The capabilities from `initialize`, where they are remembered. */
  readonly capabilities: Fields | undefined;
  /** The client as tools see it. */
  readonly description: Client;
  /** Identifies its session, if it has one. */
  readonly sessionId?: string | undefined;
  readonly logLevel: LogLevel;
  /** Requests input from the client, where requests can be sent to it. */
  readonly ask?: AskClient | undefined;
  /**
   * The tasks whose input requests are sent on its connection, with functions that stop this. Absent over HTTP, where requests are sent
   * only on the stream of a request: for a task, of `tasks/result`.
   */
  readonly relays?: Map<string, () => void> | undefined;
  /** The resource subscriptions of the client, where they are remembered. */
  readonly subscriber?: Subscriber | undefined;
}

/** Stores which resources a client subscribed to. */
export interface Subscriber {
  /** Returns `false` at the limit. `anonymousShare` is the share of slots for all anonymous clients together. */
  subscribe(uri: string, anonymousShare?: number): boolean;
  unsubscribe(uri: string): void;
}

/** Sends requests with `_meta` to a client, until the signal aborts. Resolves with the client's answers, which may be none. */
export type AskClient = (requests: InputRequests, signal: AbortSignal, meta?: Fields) => Promise<InputAnswers>;

/** A request in one of the revisions that start with `initialize`. */
export interface LegacyRequest extends RpcRequest {
  readonly client: LegacyClient;
  readonly progressToken: string | number | undefined;
}

/** A request in 2026-07-28, which describes its client completely. */
export interface ModernRequest extends RpcRequest {
  readonly capabilities: Fields;
  /** The client as tools see it. */
  readonly client: Client;
  readonly logLevel: LogLevel | undefined;
  readonly progressToken: string | number | undefined;
}

/** Runs a method. A throw, for example from a value that is not JSON, becomes an internal error. */
export function runMethod<Request extends RpcRequest>(
  method: Method<Request>,
  request: Request,
  context: MessageContext,
  report: (thrown: unknown) => void,
): MaybePromise<RpcResponse> {
  // All closures of a function share their variables, so none here may use the request: it would be retained until the method resolves.
  const { id } = request;
  const fail = (thrown: unknown): RpcResponse => {
    report(thrown);
    return errorResponse(id, internalError('The server could not answer the request'));
  };
  const { observeRequest } = context.service;
  try {
    const response =
      observeRequest === undefined ? method(request, context) : runObserved(observeRequest, method, request, context);
    return isPromise(response) ? response.then(undefined, fail) : response;
  } catch (thrown) {
    return fail(thrown);
  }
}

function runObserved<Request extends RpcRequest>(
  observeRequest: ObserveRequest,
  method: Method<Request>,
  request: Request,
  context: MessageContext,
): MaybePromise<RpcResponse> {
  return observeRequest(observedRequest(request, context), () => method(request, context));
}

function observedRequest({ id, method, params, meta }: RpcRequest, context: MessageContext): ProtocolRequest {
  const { name, uri, protocolVersion } = params;
  const negotiates = method === 'initialize' && typeof protocolVersion === 'string';
  return {
    wire: 'mcp',
    method,
    id,
    protocolVersion: negotiates ? negotiateRevision(protocolVersion).version : context.client.protocolVersion,
    sessionId: context.sessionId,
    transport: context.transport,
    prompt: method === 'prompts/get' && typeof name === 'string' ? name : undefined,
    resourceUri: method.startsWith('resources/') && typeof uri === 'string' ? uri : undefined,
    traceId: traceIdOf(meta['traceparent']),
    propagated: readPropagated(meta, context.header),
  };
}
