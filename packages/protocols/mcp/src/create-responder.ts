import { type ContextValues, type JsonObject, type Lifetime, noContextValues, type Principal } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import { copyPrincipal } from '@toolwire/internal';
import { readServingSettings } from './definitions/option-defaults.ts';
import type { McpServingOptions } from './definitions/options.ts';
import { invalidRequest } from './json-rpc/errors.ts';
import { decodeMessage } from './json-rpc/message.ts';
import { joinText } from './json-rpc/outgoing-text.ts';
import { type MessageContext, runMethod } from './json-rpc/requests.ts';
import { errorText } from './json-rpc/responses.ts';
import { createModernDispatch } from './modern/methods.ts';
import { createServerContext } from './prompts-and-resources/server-context.ts';

/** The context of a request. */
export interface ResponderContext {
  readonly service: ToolService;
  readonly principal?: Principal | undefined;
  readonly values?: ContextValues | undefined;
  /** The revision of the client, where the transport converts requests of earlier revisions. */
  readonly protocolVersion?: string | undefined;
  /** Identifies the session of the client, for tools. */
  readonly sessionId?: string | undefined;
  /** Lasts as long as the caller waits. */
  readonly lifetime: Lifetime;
  /** Sends a notification before the response. */
  readonly notify?: ((message: JsonObject) => void) | undefined;
}

/** Handles one request of the MCP revision 2026-07-28. */
export type Responder = (request: unknown, context: ResponderContext) => Promise<JsonObject>;

/**
 * Creates a responder for a transport of another package. Each request is independent. The function named `functionName` has checked the
 * names of the options; errors for their values name it.
 */
export function createResponder(functionName: string, options: McpServingOptions): Responder {
  const server = createServerContext(readServingSettings(options, functionName));
  const dispatch = createModernDispatch(server);

  const respondAsText = async (value: unknown, context: ResponderContext): Promise<string> => {
    const message = decodeMessage(value);
    if (message.kind !== 'request') {
      const { id, problem } = message.kind === 'malformed' ? message : notARequest;
      return errorText(id, invalidRequest(problem));
    }
    const dispatched = dispatch(message, undefined);
    if (dispatched.response !== undefined) return joinText(dispatched.response.body);
    const { service, values = noContextValues, lifetime, sessionId, notify } = context;
    const { request, method, client } = dispatched;
    const principal = copyPrincipal(context.principal);
    let isResponded = false;
    const messageContext: MessageContext = {
      service,
      principal,
      isCallerKnown: principal !== undefined,
      values,
      client: { ...client, protocolVersion: context.protocolVersion ?? client.protocolVersion },
      sessionId,
      lifetime,
      transport: undefined,
      header: undefined,
      notify:
        notify &&
        ((text) => {
          // Nothing follows the response. MCP-PROG-03
          if (!isResponded) notify(JSON.parse(joinText(text)) as JsonObject);
        }),
    };
    const response = await runMethod(method, request, messageContext, server.report);
    isResponded = true;
    return joinText(response.body);
  };
  // The methods write JSON text, for transports that send it as it is. This transport takes objects.
  return async (value, context) => JSON.parse(await respondAsText(value, context)) as JsonObject;
}

const notARequest = { id: undefined, problem: 'This is not a JSON-RPC request' };
