import { andThen } from '@toolwire/core';
import { invalidParams } from '../json-rpc/errors.ts';
import { idDescription, isLogLevel, isRpcId, knownLevels, type RpcRequest } from '../json-rpc/message.ts';
import type { Dispatched, LegacyClient, LegacyRequest, Method, Methods } from '../json-rpc/requests.ts';
import { errorResponse, type RpcResponse, resultResponse, unknownMethod } from '../json-rpc/responses.ts';
import type { ChangeNotifications } from '../prompts-and-resources/feature.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { callTool } from './call-tool.ts';
import { featureMethods, subscribeMethods } from './feature-methods.ts';
import { initialize } from './initialize.ts';

/** The methods of the revisions that start with `initialize`. */
function legacyMethods(server: ServerContext, notifications: ChangeNotifications): Methods<LegacyRequest> {
  return new Map([
    ['initialize', initialize(server, notifications)],
    // An empty result. MCP-INIT-03
    ['ping', ({ id }) => resultResponse(id, '{}')],
    ['tools/list', listTools(server)],
    ['tools/call', callTool(server)],
    ...(server.settings.logging ? [['logging/setLevel', setLevel] as const] : []),
    ...featureMethods(server),
    ...(server.features.subscriptions === undefined ? [] : subscribeMethods(server.features.subscriptions)),
    ...server.tasks.legacy.methods,
  ]);
}

/** `tools/list`: lists the tools that this caller may see. */
function listTools({ listingFor, pageOf }: ServerContext): Method<LegacyRequest> {
  return ({ id, params, client }, context) =>
    andThen(pageOf(context), (page) =>
      listingFor(context)(id, page, { cursor: params['cursor'], revision: client.revision }),
    );
}

/** `logging/setLevel`: sets the lowest severity of log lines. Connections store it; HTTP doesn't. */
function setLevel({ id, params }: LegacyRequest): RpcResponse {
  return isLogLevel(params['level'])
    ? resultResponse(id, '{}')
    : errorResponse(id, invalidParams(`The "level" is one of ${knownLevels}`));
}

/** Finds the method of a request. */
export type LegacyDispatch = (request: RpcRequest, client: LegacyClient) => Dispatched<LegacyRequest>;

/** Creates the dispatch for the revisions that start with `initialize`. */
export function createLegacyDispatch(server: ServerContext, notifications: ChangeNotifications): LegacyDispatch {
  const methods = legacyMethods(server, notifications);
  return ({ id, method: name, params, meta }, client) => {
    const method = methods.get(name);
    if (method === undefined) return { response: unknownMethod(id) };
    const { progressToken } = meta;
    if (progressToken !== undefined && !isRpcId(progressToken)) {
      return { response: errorResponse(id, invalidProgressToken) };
    }
    const request = { id, method: name, params, meta, client, progressToken };
    return { request, method, client: client.description, sessionId: client.sessionId };
  };
}

const invalidProgressToken = invalidParams(`The "progressToken" is ${idDescription}`);
