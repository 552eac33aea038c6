import { type Lifetime, type MaybePromise, noContextValues } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import { checkNames, checkNumber, copyPrincipal, maxTimerMs } from '@toolwire/internal';
import { readServingSettings } from './definitions/option-defaults.ts';
import { connectionNames, type McpConnectionOptions } from './definitions/options.ts';
import { invalidRequest, type RpcError, type UnreadableBody, unreadableError } from './json-rpc/errors.ts';
import {
  type DecodedMessage,
  declaresVersion,
  decodeMessage,
  isRpcId,
  type RpcId,
  type RpcRequest,
} from './json-rpc/message.ts';
import { canceledRequestId } from './json-rpc/notifications.ts';
import { joinText } from './json-rpc/outgoing-text.ts';
import { type Dispatched, type MessageContext, type Notify, runMethod } from './json-rpc/requests.ts';
import { errorText, type RpcResponse } from './json-rpc/responses.ts';
import { type Revision, unreadableId } from './json-rpc/revisions.ts';
import { readBatch, runBatch } from './legacy/batch.ts';
import { createLegacyConnection } from './legacy/connection.ts';
import { createModernDispatch } from './modern/methods.ts';
import { createServerContext } from './prompts-and-resources/server-context.ts';
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
  return openConnection({ functionName: 'connectMcp()', isOnlyClient: false }, service, send, options);
}

/** The function that opens a connection. It has checked the names of its options. */
interface ConnectionOpener {
  /** For errors, such as `connectMcp()`. */
  readonly functionName: string;
  /** Only this client uses the server, as with a child process. Call IDs are then stored without a principal too. */
  readonly isOnlyClient: boolean;
}

/** Serves a connection for a function with more options. */
export function openConnection(
  { functionName, isOnlyClient }: ConnectionOpener,
  service: ToolService,
  send: (text: string) => void,
  options: McpConnectionOptions,
): McpConnection {
  const { graceMs = 1000, values = noContextValues } = options;
  checkNumber(`graceMs of ${functionName}`, graceMs, { unit: 'milliseconds', from: 0, to: maxTimerMs });
  const principal = copyPrincipal(options.principal);
  const server = createServerContext(readServingSettings(options, functionName));
  const notify: Notify = (text) => {
    try {
      send(joinText(text));
    } catch (thrown) {
      server.report(thrown);
    }
  };
  const modern = createModernDispatch(server);
  const legacy = createLegacyConnection(server, service, notify);
  const running = new RunningRequests(notify);
  let isClosed = false;

  return {
    receive(value) {
      if (isClosed) return;
      const { revision } = legacy;
      if (Array.isArray(value) && revision?.batches === true) receiveBatch(value, revision);
      else receiveOne(decodeMessage(value), respond);
    },
    receiveUnreadable(unreadable, id) {
      if (!isClosed) sendError(isRpcId(id) ? id : undefined, unreadableError(unreadable));
    },
    async close() {
      isClosed = true;
      legacy.close();
      server.features.close();
      await running.close(graceMs);
    },
  };

  function respond(text: string | undefined): void {
    if (text !== undefined) notify(text);
  }

  function sendError(id: RpcId | undefined, error: RpcError): void {
    notify(errorText(id ?? unreadableId(legacy.revision), error));
  }

  function receiveBatch(messages: readonly unknown[], revision: Revision): void {
    const batch = readBatch(messages, revision);
    if (batch.problem === undefined) runBatch(batch.messages, revision, respond, receiveOne);
    else sendError(undefined, invalidRequest(batch.problem));
  }

  function receiveOne(message: DecodedMessage, respondTo: Respond): void {
    switch (message.kind) {
      case 'request':
        if (declaresVersion(message)) return run(modern(message, undefined), respondTo);
        return run(legacy.dispatch(message), respondTo);
      case 'notification': {
        const requestId = canceledRequestId(message);
        if (requestId !== undefined) running.cancel(requestId);
        return;
      }
      case 'response':
        return legacy.settle(message.id, message.message);
      case 'malformed':
        return sendError(message.id, invalidRequest(message.problem));
    }
  }

  function run<Request extends RpcRequest>(dispatched: Dispatched<Request>, respondTo: Respond): void {
    if (dispatched.response !== undefined) return respondTo(joinText(dispatched.response.body));
    const { request, method, client, sessionId } = dispatched;
    const handle = (notifyBefore: Notify, lifetime: Lifetime): MaybePromise<RpcResponse> => {
      const context: MessageContext = {
        service,
        principal,
        isCallerKnown: isOnlyClient || principal !== undefined,
        values,
        client,
        sessionId,
        lifetime,
        // The only client of a process uses its standard streams.
        transport: isOnlyClient ? 'pipe' : undefined,
        header: undefined,
        notify: notifyBefore,
      };
      return runMethod(method, request, context, server.report);
    };
    running.run(request, handle, respondTo);
  }
}
