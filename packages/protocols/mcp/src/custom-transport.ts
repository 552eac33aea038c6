import { type ContextValues, type JsonObject, type Lifetime, noContextValues, type Principal } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import { checkNames, copyPrincipal } from '@toolwire/internal';
import { type McpServingOptions, servingNames } from './definitions/options.ts';
import { readServingSettings } from './definitions/serving-settings.ts';
import { errorText, joinText, type OutgoingText, rpcCodes } from './json-rpc/json-rpc.ts';
import { decodeMessage } from './json-rpc/message.ts';
import { runMethod } from './json-rpc/run-method.ts';
import { createModernDispatch } from './modern/methods.ts';
import { createServerContext } from './prompts-and-resources/server-context.ts';

/** The context of a request. */
export interface McpRequestContext {
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

/** Handles one request of 2026-07-28. */
export type McpResponder = (request: unknown, context: McpRequestContext) => Promise<JsonObject>;

/** Creates a responder for custom transports. Each request is independent. */
export function createMcpResponder(options: McpServingOptions = {}): McpResponder {
  checkNames('createMcpResponder()', options, servingNames);
  return createResponder('createMcpResponder()', options);
}

/** Creates a responder for a function with more options, which has checked their names. Errors name that function. */
export function createResponder(caller: string, options: McpServingOptions): McpResponder {
  const server = createServerContext(readServingSettings(options, caller));
  const dispatch = createModernDispatch(server);

  const respondAsText = async (value: unknown, context: McpRequestContext): Promise<string> => {
    const message = decodeMessage(value);
    if (message.kind !== 'request') {
      const { id, problem } = message.kind === 'malformed' ? message : notARequest;
      return errorText(id, { code: rpcCodes.invalidRequest, message: problem });
    }
    const dispatched = dispatch(message, undefined);
    if (dispatched.response !== undefined) return joinText(dispatched.response.body);
    const { service, values = noContextValues, lifetime, sessionId, notify } = context;
    const { protocolVersion = dispatched.client.protocolVersion } = context;
    const principal = copyPrincipal(context.principal);
    const isCallerKnown = principal !== undefined;
    const client = { ...dispatched.client, protocolVersion };
    const messageContext = {
      service,
      principal,
      isCallerKnown,
      values,
      client,
      sessionId,
      lifetime,
      transport: undefined,
      header: undefined,
    };
    const send = notify && ((text: OutgoingText): void => notify(JSON.parse(joinText(text)) as JsonObject));
    const response = runMethod(
      dispatched.method,
      dispatched.request,
      { ...messageContext, notify: send },
      server.report,
    );
    return joinText((await response).body);
  };
  return async (value, context) => JSON.parse(await respondAsText(value, context)) as JsonObject;
}

const notARequest = { id: undefined, problem: 'This is not a JSON-RPC request' };
