import { type JsonObject, type Lifetime, noContextValues, type ToolService } from '@toolwire/core';
import { decodeMessage } from '../decode.ts';
import { unknownId } from '../dialect.ts';
import { LegacySession } from '../legacy/session.ts';
import { createModernDispatch, type ModernDispatch } from '../modern/dispatch.ts';
import { type McpConnectionOptions, servingSettings } from '../options.ts';
import { createParts, type Parts } from '../parts.ts';
import { answerSafely, type MessageContext, type Method, type Notify } from '../rpc/context.ts';
import { errorText, type RpcError, rpcCodes, textOf } from '../rpc/json-rpc.ts';
import { isRpcId, type RpcId, type RpcMessage, type RpcRequest } from '../rpc/message.ts';
import { hasEnvelope } from '../rpc/meta-keys.ts';
import { type Unreadable, unreadableError } from '../rpc/unreadable-error.ts';
import { RunningRequests } from './running-requests.ts';

/** One client, whatever carries its messages. */
export interface McpConnection {
  /** Takes a message of the client; answers go out through `send`. */
  receive(message: unknown): void;
  /** Answers what is no JSON, in the words of whoever tried to read it. */
  receiveUnreadable(unreadable: Unreadable): void;
  /** Ends what listens, waits a little for calls that run, and cancels those that still do. */
  close(): Promise<void>;
}

/** Serves one connection without HTTP, such as a pair of pipes: messages come in by `receive` and go out by `send`. */
export function connectMcp(
  service: ToolService,
  send: (message: JsonObject) => void,
  options: McpConnectionOptions = {},
): McpConnection {
  return new Connection(service, send, options);
}

class Connection implements McpConnection {
  readonly #service: ToolService;
  readonly #options: McpConnectionOptions;
  readonly #send: Notify;
  readonly #parts: Parts;
  readonly #modern: ModernDispatch;
  readonly #legacy: LegacySession;
  readonly #running: RunningRequests;
  #closed = false;

  constructor(service: ToolService, send: (message: JsonObject) => void, options: McpConnectionOptions) {
    this.#service = service;
    this.#options = options;
    this.#parts = createParts(servingSettings(options));
    this.#send = (text) => {
      try {
        send(JSON.parse(text) as JsonObject);
      } catch (thrown) {
        this.#parts.report(thrown);
      }
    };
    this.#modern = createModernDispatch(this.#parts);
    this.#legacy = new LegacySession(this.#parts, service, this.#send);
    this.#running = new RunningRequests(this.#send);
  }

  receive(value: unknown): void {
    if (this.#closed) return;
    if (Array.isArray(value) && this.#legacy.dialect?.batches === true && value.length > 0) {
      for (const one of value) this.#receiveOne(one);
    } else {
      this.#receiveOne(value);
    }
  }

  receiveUnreadable(unreadable: Unreadable): void {
    if (!this.#closed) this.#refuse(undefined, unreadableError(unreadable));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#legacy.close();
    await this.#running.close(this.#options.graceMs ?? 1000);
  }

  #receiveOne(value: unknown): void {
    const message = decodeMessage(value);
    switch (message.kind) {
      case 'request':
        return this.#request(message);
      case 'notification':
        return this.#notification(message);
      case 'response':
        return this.#legacy.settle(message.id, message.message);
      case 'malformed':
        return this.#refuse(message.id, { code: rpcCodes.invalidRequest, message: message.problem });
    }
  }

  #refuse(id: RpcId | undefined, error: RpcError): void {
    this.#send(errorText(id ?? unknownId(this.#legacy.dialect), error));
  }

  #request(message: RpcRequest): void {
    if (hasEnvelope(message)) {
      const found = this.#modern(message, undefined);
      if (found.answer === undefined) this.#serve(found.request, found.method);
      else this.#send(textOf(found.answer));
    } else {
      const found = this.#legacy.dispatch(message);
      if (found.answer === undefined) this.#serve(found.request, found.method);
      else this.#send(textOf(found.answer));
    }
  }

  #serve<Request extends RpcRequest>(request: Request, method: Method<Request>): void {
    const { principal, values = noContextValues } = this.#options;
    this.#running.run(request, (notify: Notify, lifetime: Lifetime) => {
      const context: MessageContext = {
        service: this.#service,
        principal,
        values,
        lifetime,
        header: undefined,
        notify,
      };
      return answerSafely(method, request, context, this.#parts.report);
    });
  }

  #notification({ method, params }: RpcMessage): void {
    const { requestId } = params;
    if (method === 'notifications/cancelled' && isRpcId(requestId)) this.#running.cancel(requestId);
  }
}
