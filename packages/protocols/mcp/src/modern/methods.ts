import { andThen } from '@toolwire/core';
import { cacheHints, cacheScopeOf } from '../json-rpc/list-page.ts';
import type { RpcRequest } from '../json-rpc/message.ts';
import type { Dispatched, MessageContext, Method, Methods, ModernRequest } from '../json-rpc/requests.ts';
import { errorResponse, resultResponse, unknownModernMethod } from '../json-rpc/responses.ts';
import { modernRevision, resultTypes } from '../json-rpc/revisions.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { metaOf, serverMetaOf } from '../tools/encode-result.ts';
import { callTool } from './call-tool.ts';
import { featureMethods } from './feature-methods.ts';
import { readRequestMeta } from './request-meta.ts';
import { listen } from './subscriptions-listen.ts';
import { findVersionOrHeaderProblem } from './version-and-header-problems.ts';

/** The methods of 2026-07-28. */
function modernMethods(server: ServerContext): Methods<ModernRequest> {
  return new Map([
    // Always supported. MCP-DISC-01
    ['server/discover', discover(server)],
    ['tools/list', listTools(server)],
    ['tools/call', callTool(server)],
    ['subscriptions/listen', listen(server)],
    ...featureMethods(server),
    ...server.tasks.modern.methods,
  ]);
}

/** `tools/list`: lists the tools that this caller may see. */
function listTools({ listingFor, pageOf, settings }: ServerContext): Method<ModernRequest> {
  const meta = metaOf(serverMetaOf(settings));
  return ({ id, params }, context) => {
    const hints = cacheHints(settings.ttlMs, cacheScopeOf(context, context.service.hidesTools));
    const tail = `,${resultTypes.complete}${hints},${meta}`;
    return andThen(pageOf(context), (page) =>
      listingFor(context)(id, page, { cursor: params['cursor'], revision: modernRevision, tail }),
    );
  };
}

/** Validates everything that doesn't depend on the method, and finds the method. */
export type ModernDispatch = (request: RpcRequest, header: MessageContext['header']) => Dispatched<ModernRequest>;

/** Creates the dispatch for 2026-07-28. */
export function createModernDispatch(server: ServerContext): ModernDispatch {
  const methods = modernMethods(server);
  return (request, header) => {
    const read = readRequestMeta(request);
    if (read.error !== undefined) return { response: errorResponse(request.id, read.error, read.status) };
    const problem = findVersionOrHeaderProblem(request, header);
    if (problem !== undefined) return { response: errorResponse(request.id, problem, 400) };
    const method = methods.get(request.method);
    if (method === undefined) return { response: unknownModernMethod(request.id) };
    return { request: read.request, method, client: read.request.client, sessionId: undefined };
  };
}

/** `server/discover`: returns the supported version and the capabilities. */
function discover({ settings, tasks, features }: ServerContext): Method<ModernRequest> {
  const { instructions, logging, ttlMs } = settings;
  const meta = metaOf(serverMetaOf(settings));
  const base = {
    // Declared even if the server has no tools at the moment. MCP-LIST-01
    tools: { listChanged: true },
    ...(logging && { logging: {} }),
  };
  return ({ id }, context) =>
    andThen(
      features.capabilities(context, modernRevision, { lists: true, resources: true }),
      ({ extensions: uiExtensions, ...more }) => {
        const { extensions: taskExtensions } = tasks.modern.capabilities(context);
        const extensions = { ...taskExtensions, ...uiExtensions };
        const capabilities = { ...base, ...more, ...(Object.keys(extensions).length > 0 && { extensions }) };
        // UIs belong to tools, and callers may see different tools.
        const hidesTools = context.service.hidesTools;
        const result = { supportedVersions: [modernRevision.version], capabilities, instructions };
        const isPublic = uiExtensions === undefined && !hidesTools;
        const hints = cacheHints(ttlMs, isPublic ? 'public' : cacheScopeOf(context, hidesTools));
        return resultResponse(id, `{${resultTypes.complete},${JSON.stringify(result).slice(1, -1)}${hints},${meta}}`);
      },
    );
}
