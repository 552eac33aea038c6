import { type ContextValues, type JsonObject, type Lifetime, noContextValues, type Principal } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import { checkNames, takePrincipal } from '@toolwire/internal';
import { createModernDispatch } from '../modern/dispatch.ts';
import { createParts } from '../parts/parts.ts';
import { answerSafely } from '../rpc/context.ts';
import { decodeMessage } from '../rpc/decode.ts';
import { errorText, rpcCodes, textOf } from '../rpc/json-rpc.ts';
import { type SentText, wholeText } from '../rpc/shared-text.ts';
import { type McpServingOptions, servingNames, servingSettings } from '../settings/options.ts';

/** What a request comes with besides itself. */
export interface McpRequestContext {
  readonly service: ToolService;
  readonly principal?: Principal | undefined;
  readonly values?: ContextValues | undefined;
  /** How long the caller waits. */
  readonly lifetime: Lifetime;
  /** Sends a notification ahead of the answer. */
  readonly notify?: ((message: JsonObject) => void) | undefined;
}

/** Answers one request of 2026-07-28. */
export type McpResponder = (request: unknown, context: McpRequestContext) => Promise<JsonObject>;

/** Makes a responder, for programs that carry the messages of their clients themselves: each request stands for itself. */
export function createMcpResponder(options: McpServingOptions = {}): McpResponder {
  checkNames('createMcpResponder()', options, servingNames);
  const parts = createParts(servingSettings(options));
  const dispatch = createModernDispatch(parts);

  const answerText = async (value: unknown, context: McpRequestContext): Promise<string> => {
    const message = decodeMessage(value);
    if (message.kind !== 'request') {
      return errorText(undefined, { code: rpcCodes.invalidRequest, message: 'This is no request' });
    }
    const found = dispatch(message, undefined);
    if (found.answer !== undefined) return textOf(found.answer);
    const { service, values = noContextValues, lifetime, notify } = context;
    const principal = takePrincipal(context.principal);
    const isCallerKnown = principal !== undefined;
    const known = { service, principal, isCallerKnown, values, lifetime, header: undefined };
    const send = notify && ((text: SentText): void => notify(JSON.parse(wholeText(text)) as JsonObject));
    return textOf(await answerSafely(found.method, found.request, { ...known, notify: send }, parts.report));
  };
  return async (value, context) => JSON.parse(await answerText(value, context)) as JsonObject;
}
