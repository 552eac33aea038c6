import { type JsonObject, type Lifetime, type MaybePromise, noContextValues, type Principal } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import { checkNames, type NamesOf, takePrincipal } from '@toolwire/internal';
import { BatchAnswers, readBatch, refuseInBatch } from '../legacy/batch.ts';
import { LegacySession } from '../legacy/session.ts';
import { createModernDispatch, type ModernDispatch } from '../modern/dispatch.ts';
import { createParts, type Parts } from '../parts/parts.ts';
import { type Dialect, unknownId } from '../revisions/dialect.ts';
import { answerSafely, type Dispatched, type MessageContext, type Notify } from '../rpc/context.ts';
import { type Decoded, decodeMessage } from '../rpc/decode.ts';
import { type Answer, errorText, type RpcError, rpcCodes, textOf } from '../rpc/json-rpc.ts';
import { isRpcId, type RpcId, type RpcMessage, type RpcRequest } from '../rpc/message.ts';
import { hasEnvelope } from '../rpc/meta-keys.ts';
import { wholeText } from '../rpc/shared-text.ts';
import { type Unreadable, unreadableError } from '../rpc/unreadable-error.ts';
import { type McpConnectionOptions, servingNames, servingSettings } from '../settings/options.ts';
import { type AnswerWith, RunningRequests } from './running-requests.ts';

/** What goes out: a message, or the answers to a batch as one list (2025-03-26 and 2024-11-05). */
export type McpOutgoing = JsonObject | readonly JsonObject[];

/** One client, whatever carries its messages. */
export interface McpConnection {
  /** Takes a message of the client; answers go out through `send`. */
  receive(message: unknown): void;
  /** Answers what is no JSON, in the words of whoever tried to read it. */
  receiveUnreadable(unreadable: Unreadable): void;
  /** Ends what listens, waits a little for calls that run, and cancels those that still do. */
  close(): Promise<void>;
}

const optionNames: NamesOf<McpConnectionOptions> = {
  ...servingNames,
  principal: true,
  onlyClient: true,
  values: true,
  graceMs: true,
};

/** Serves one connection without HTTP, such as a pair of pipes: messages come in by `receive` and go out by `send`. */
export function connectMcp(
  service: ToolService,
  send: (message: McpOutgoing) => void,
  options: McpConnectionOptions = {},
): McpConnection {
  checkNames('connectMcp()', options, optionNames);
  return new Connection(service, send, options);
}

class Connection implements McpConnection {
  readonly #service: ToolService;
  readonly #options: McpConnectionOptions;
  readonly #principal: Principal | undefined;
  readonly #send: Notify;
  readonly #answer: AnswerWith;
  readonly #parts: Parts;
  readonly #modern: ModernDispatch;
  readonly #legacy: LegacySession;
  readonly #running: RunningRequests;
  #closed = false;

  constructor(service: ToolService, send: (message: McpOutgoing) => void, options: McpConnectionOptions) {
    this.#service = service;
    this.#options = options;
    this.#principal = takePrincipal(options.principal);
    this.#parts = createParts(servingSettings(options));
    this.#send = (text) => {
      try {
        send(JSON.parse(wholeText(text)) as McpOutgoing);
      } catch (thrown) {
        this.#parts.report(thrown);
      }
    };
    this.#answer = (text) => {
      if (text !== undefined) this.#send(text);
    };
    this.#modern = createModernDispatch(this.#parts);
    this.#legacy = new LegacySession(this.#parts, service, this.#send);
    this.#running = new RunningRequests(this.#send);
  }

  receive(value: unknown): void {
    if (this.#closed) return;
    const { dialect } = this.#legacy;
    if (Array.isArray(value) && dialect?.batches === true) this.#receiveBatch(value, dialect);
    else this.#receiveOne(decodeMessage(value), this.#answer);
  }

  receiveUnreadable(unreadable: Unreadable): void {
    if (!this.#closed) this.#refuse(undefined, unreadableError(unreadable));
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#legacy.close();
    await this.#running.close(this.#options.graceMs ?? 1000);
  }

  #receiveBatch(values: readonly unknown[], dialect: Dialect): void {
    const batch = readBatch(values, dialect);
    if (batch.problem !== undefined) {
      this.#refuse(undefined, { code: rpcCodes.invalidRequest, message: batch.problem });
      return;
    }
    const answers = new BatchAnswers(this.#answer);
    const allRead = answers.expect();
    for (const message of batch.messages) {
      const refused = refuseInBatch(message, dialect);
      if (refused !== undefined) answers.expect()(textOf(refused));
      else this.#receiveOne(message, message.kind === 'request' ? answers.expect(message.id) : this.#answer);
    }
    allRead(undefined);
  }

  #receiveOne(message: Decoded, answerWith: AnswerWith): void {
    switch (message.kind) {
      case 'request':
        return this.#request(message, answerWith);
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

  #request(message: RpcRequest, answerWith: AnswerWith): void {
    if (hasEnvelope(message)) this.#serve(this.#modern(message, undefined), answerWith);
    else this.#serve(this.#legacy.dispatch(message), answerWith);
  }

  #serve<Request extends RpcRequest>(found: Dispatched<Request>, answerWith: AnswerWith): void {
    if (found.answer !== undefined) return answerWith(textOf(found.answer));
    const { request, method } = found;
    const { onlyClient = false, values = noContextValues } = this.#options;
    const principal = this.#principal;
    const answering = (notify: Notify, lifetime: Lifetime): MaybePromise<Answer> => {
      const context: MessageContext = {
        service: this.#service,
        principal,
        isCallerKnown: onlyClient || principal !== undefined,
        values,
        lifetime,
        header: undefined,
        notify,
      };
      return answerSafely(method, request, context, this.#parts.report);
    };
    this.#running.run(request, answering, answerWith);
  }

  #notification({ method, params }: RpcMessage): void {
    const { requestId } = params;
    if (method === 'notifications/cancelled' && isRpcId(requestId)) this.#running.cancel(requestId);
  }
}
