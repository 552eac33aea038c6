// oxlint-disable typescript/no-deprecated -- only the low-level server accepts tools that are defined without the SDK
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { JsonObject } from '@toolwire/core';
import type { ToolService } from '@toolwire/core/wire';
import { isObject, rpcCodes } from '@toolwire/internal';
import { type Responder, type ResponderContext, resultMetaKey } from '@toolwire/mcp/internal';

/** The revision in which requests are forwarded. */
export const forwardedRevision = '2026-07-28';

/** A request of the SDK. */
interface SdkRequest {
  readonly method: string;
  readonly params?: object | undefined;
}

/** Resolves to the result of a request, or rejects with a protocol error. `service` replaces the service for this request. */
export type Forward = (request: SdkRequest, context: ServerContext, service?: ToolService) => Promise<JsonObject>;

/** Forwards requests of an SDK server to ours, and restores the members that the SDK has removed. */
export function createForward(
  respond: Responder,
  sdk: Server,
  requestContext: Pick<ResponderContext, 'service' | 'principal' | 'values'>,
): Forward {
  return async ({ method, params }, context, service = requestContext.service) => {
    const { mcpReq, sessionId } = context;
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
      {
        ...requestContext,
        service,
        protocolVersion: revisionOf(context, sdk),
        sessionId,
        lifetime: { signal },
        notify: (message) => notify(message, mcpReq),
      },
    );
    const { result, error } = answer;
    if (isObject(result)) return result;
    const { code, message, data } = isObject(error) ? error : {};
    throw typeof code === 'number' && typeof message === 'string'
      ? new ProtocolError(code, message, data)
      : unreadableResult();
  };
}

/** The revision of the client. Without a handshake, as over stateless HTTP, it is in a header since 2025-06-18. */
function revisionOf({ mcpReq, http }: ServerContext, sdk: Server): string | undefined {
  if (mcpReq.envelope !== undefined) return undefined;
  return sdk.getNegotiatedProtocolVersion() ?? http?.req?.headers.get('mcp-protocol-version') ?? '2025-03-26';
}

/** The error for a result of the tool server that the SDK does not accept. */
export function unreadableResult(): ProtocolError {
  return new ProtocolError(rpcCodes.internal, 'The server could not answer the request');
}

// Every request becomes a request of the same revision. Older revisions sent the client's capabilities only in the handshake.
function metaOf({ _meta, envelope: sdkEnvelope }: ServerContext['mcpReq'], sdk: Server): object {
  const envelope: Readonly<Record<string, unknown>> | undefined = sdkEnvelope && { ...sdkEnvelope };
  const clientInfo = envelope === undefined ? sdk.getClientVersion() : undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? sdk.getClientCapabilities() ?? {};
  // In older revisions the log level belongs to the connection. The SDK filters by it, so our server sends every message.
  const level = envelope === undefined ? 'debug' : envelope[LOG_LEVEL_META_KEY];
  return {
    ..._meta,
    ...envelope,
    ...(level !== undefined && { [LOG_LEVEL_META_KEY]: level }),
    ...(clientInfo !== undefined && { [CLIENT_INFO_META_KEY]: clientInfo }),
    [PROTOCOL_VERSION_META_KEY]: forwardedRevision,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
    // Older clients accept only objects as results. The SDK wraps other values if it gets the output schema of the tool, which
    // `listedOutput` finds by the tool ID in this. Clients that did not ask for it don't get it.
    [resultMetaKey]: true,
  };
}

// The tool must not fail if a notification doesn't reach the client.
function notify({ method, params }: JsonObject, mcpReq: ServerContext['mcpReq']): void {
  if (typeof method !== 'string' || !isObject(params)) return;
  const { level, data, logger } = params;
  const delivery =
    method === 'notifications/message'
      ? mcpReq.log(level as LoggingLevel, data, typeof logger === 'string' ? logger : undefined)
      : mcpReq.notify({ method, params });
  delivery.catch(() => undefined);
}
