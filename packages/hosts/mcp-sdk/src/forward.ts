// oxlint-disable typescript/no-deprecated -- the low-level server is for those who bring tools of their own
import {
  CLIENT_CAPABILITIES_META_KEY,
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '@toolwire/core';
import { isObject } from '@toolwire/internal';
import type { McpRequestContext, McpResponder } from '@toolwire/mcp';

/** A request of the SDK. */
interface SdkRequest {
  readonly method: string;
  readonly params?: object | undefined;
}

/** Resolves to the result of a request, or rejects with a protocol error. */
export type Forward = (request: SdkRequest, context: ServerContext) => Promise<JsonObject>;

/** Forwards requests of an SDK server to ours, and restores what the SDK has removed. */
export function createForward(
  respond: McpResponder,
  sdk: Server,
  requestContext: Pick<McpRequestContext, 'service' | 'principal' | 'values'>,
): Forward {
  return async ({ method, params }, { mcpReq }) => {
    const { inputResponses, signal } = mcpReq;
    const requestState = mcpReq.requestState();
    const completeParams = {
      ...params,
      ...(inputResponses !== undefined && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
      _meta: metaOf(mcpReq, sdk),
    };
    const answer = await respond(
      { jsonrpc: '2.0', id: mcpReq.id, method, params: completeParams },
      { ...requestContext, lifetime: { signal }, notify: (message) => notify(message, mcpReq) },
    );
    const { result, error } = answer;
    if (isObject(result)) return result;
    const { code, message, data } = isObject(error) ? error : {};
    throw typeof code === 'number' && typeof message === 'string'
      ? new ProtocolError(code, message, data)
      : new ProtocolError(internal, 'The server could not answer the request');
  };
}

const internal = -32603;

// Requests of every revision become 2026-07-28 requests, which carry what the handshake said about the client.
function metaOf({ _meta, envelope: sent }: ServerContext['mcpReq'], sdk: Server): object {
  const envelope: Readonly<Record<string, unknown>> | undefined = sent && { ...sent };
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? sdk.getClientCapabilities() ?? {};
  // In older revisions the log level belongs to the connection, and the SDK handles it.
  const level = envelope === undefined ? 'debug' : envelope[LOG_LEVEL_META_KEY];
  return {
    ..._meta,
    ...envelope,
    ...(level !== undefined && { [LOG_LEVEL_META_KEY]: level }),
    [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  };
}

// The tool must not fail if a notification doesn't reach the client.
function notify({ method, params }: JsonObject, mcpReq: ServerContext['mcpReq']): void {
  if (typeof method !== 'string' || !isObject(params)) return;
  const { level, data, logger } = params;
  const sent =
    method === 'notifications/message'
      ? mcpReq.log(level as LoggingLevel, data, typeof logger === 'string' ? logger : undefined)
      : mcpReq.notify({ method, params });
  sent.catch(() => undefined);
}
