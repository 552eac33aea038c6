import { type Lifetime, type MaybePromise, noContextValues, type Principal } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import { checkNames, checkNumber, copyPrincipal, maxTimerMs } from '@toolwire/internal';
import { connectionNames, type McpConnectionOptions } from './definitions/options.ts';
import { readServingSettings, type ServingSettings } from './definitions/serving-settings.ts';
import {
  canceledRequestId,
  errorText,
  invalidRequest,
  type RpcError,
  type RpcResponse,
  type UnreadableBody,
  unreadableError,
} from './json-rpc/json-rpc.ts';
import {
  type DecodedMessage,
  decodeMessage,
  hasEnvelope,
  isRpcId,
  type RpcId,
  type RpcMessage,
  type RpcRequest,
} from './json-rpc/message.ts';
import type { Dispatched, MessageContext, Notify } from './json-rpc/message-context.ts';
import { joinText } from './json-rpc/outgoing-text.ts';
import { runMethod } from './json-rpc/run-method.ts';
import { type Revision, unreadableId } from './json-rpc/supported-revisions.ts';
import { readBatch, runBatch } from './legacy/batch.ts';
import { LegacyConnection } from './legacy/connection.ts';
import { createModernDispatch, type ModernDispatch } from './modern/methods.ts';
import { createServerContext, type ServerContext } from './prompts-and-resources/server-context.ts';
import { type Respond, RunningRequests } from './running-requests.ts';

/** A connection to one client over any transport. */
export interface McpConnection {
  /** Handles a message of the client, parsed from JSON. Responses are passed to `send`. */
  receive(message: unknown): void;
  /** Responds to an unparsable message with the parser's error, and with the `id` of its request if known. */
  receiveUnreadable(unreadable: UnreadableBody, id?: unknown): void;
  /** Ends subscriptions, waits for running calls for the grace period, and then cancels them. */
  close(): Promise<void>;
}

/**
 * Serves one connection without HTTP, for example a pair of pipes. Pass incoming messages to `receive`. `send` gets each outgoing message
 * as JSON text without line breaks.
 */
export function connectMcp(
  service: ToolService,
  send: (text: string) => void,
  options: McpConnectionOptions = {},
): McpConnection {
  checkNames('connectMcp()', options, connectionNames);
  return openConnection('connectMcp()', service, send, options);
}

/** Serves a connection for a function with more options, which has checked their names. Errors name that function. */
export function openConnection(
  caller: string,
  service: ToolService,
  send: (text: string) => void,
  options: McpConnectionOptions,
): McpConnection {
  checkNumber(`graceMs of ${caller}`, options.graceMs ?? 0, { unit: 'milliseconds', from: 0, to: maxTimerMs });
  return new Connection(service, send, options, readServingSettings(options, caller));
}

class Connection implements McpConnection {
  readonly #service: ToolService;
  readonly #options: McpConnectionOptions;
  readonly #principal: Principal | undefined;
  readonly #send: Notify;
  readonly #respond: Respond;
  readonly #server: ServerContext;
  readonly #modern: ModernDispatch;
  readonly #legacy: LegacyConnection;
  readonly #running: RunningRequests;
  #closed = false;

  constructor(
    service: ToolService,
    send: (text: string) => void,
    options: McpConnectionOptions,
    settings: ServingSettings,
  ) {
    this.#service = service;
    this.#options = options;
    this.#principal = copyPrincipal(options.principal);
    this.#server = createServerContext(settings);
    this.#send = (text) => {
      try {
        send(joinText(text));
      } catch (thrown) {
        this.#server.report(thrown);
      }
    };
    this.#respond = (text) => {
      if (text !== undefined) this.#send(text);
    };
    this.#modern = createModernDispatch(this.#server);
    this.#legacy = new LegacyConnection(this.#server, service, this.#send);
    this.#running = new RunningRequests(this.#send);
  }

  receive(value: unknown): void {
    if (this.#closed) return;
    const { revision } = this.#legacy;
    if (Array.isArray(value) && revision?.batches === true) this.#receiveBatch(value, revision);
    else this.#receiveOne(decodeMessage(value), this.#respond);
  }

  receiveUnreadable(unreadable: UnreadableBody, id?: unknown): void {
    if (!this.#closed) this.#sendError(isRpcId(id) ? id : undefined, unreadableError(unreadable));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#legacy.close();
    this.#server.features.close();
    await this.#running.close(this.#options.graceMs ?? 1000);
  }

  #receiveBatch(values: readonly unknown[], revision: Revision): void {
    const batch = readBatch(values, revision);
    if (batch.problem !== undefined) {
      this.#sendError(undefined, invalidRequest(batch.problem));
      return;
    }
    runBatch(batch.messages, revision, this.#respond, (message, respond) => this.#receiveOne(message, respond));
  }

  #receiveOne(message: DecodedMessage, respond: Respond): void {
    switch (message.kind) {
      case 'request':
        return this.#request(message, respond);
      case 'notification':
        return this.#notification(message);
      case 'response':
        return this.#legacy.settle(message.id, message.message);
      case 'malformed':
        return this.#sendError(message.id, invalidRequest(message.problem));
    }
  }

  #sendError(id: RpcId | undefined, error: RpcError): void {
    this.#send(errorText(id ?? unreadableId(this.#legacy.revision), error));
  }

  #request(message: RpcRequest, respond: Respond): void {
    if (hasEnvelope(message)) this.#dispatch(this.#modern(message, undefined), respond);
    else this.#dispatch(this.#legacy.dispatch(message), respond);
  }

  #dispatch<Request extends RpcRequest>(dispatched: Dispatched<Request>, respond: Respond): void {
    if (dispatched.response !== undefined) return respond(joinText(dispatched.response.body));
    const { request, method, client, sessionId } = dispatched;
    const { onlyClient = false, values = noContextValues } = this.#options;
    const principal = this.#principal;
    const handle = (notify: Notify, lifetime: Lifetime): MaybePromise<RpcResponse> => {
      const context: MessageContext = {
        service: this.#service,
        principal,
        isCallerKnown: onlyClient || principal !== undefined,
        values,
        client,
        sessionId,
        lifetime,
        // The only client of a process uses its standard streams.
        transport: onlyClient ? 'pipe' : undefined,
        header: undefined,
        notify,
      };
      return runMethod(method, request, context, this.#server.report);
    };
    this.#running.run(request, handle, respond);
  }

  #notification(message: RpcMessage): void {
    const requestId = canceledRequestId(message);
    if (requestId !== undefined) this.#running.cancel(requestId);
  }
}
