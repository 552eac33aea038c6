import { andThen, type MaybePromise } from '@toolwire/core';
import { ownerOf } from '@toolwire/internal';
import type { StateSubject } from '../elicitation/request-state.ts';
import { internalError } from '../json-rpc/errors.ts';
import { cacheHints, cacheScopeOf } from '../json-rpc/list-page.ts';
import type { MessageContext, Method, ModernRequest } from '../json-rpc/requests.ts';
import {
  errorResponse,
  type RpcResponse,
  resultResponse,
  toResponse,
  unknownModernMethod,
} from '../json-rpc/responses.ts';
import { modernRevision, resultTypes } from '../json-rpc/revisions.ts';
import type { FeatureMethod, FeatureReply } from '../prompts-and-resources/feature.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { metaOf, serverMetaOf } from '../tools/encode-result.ts';
import { InputExchange, readInputResponses } from './input-required.ts';

/** The methods for resources, prompts and completions. */
export function featureMethods(
  server: ServerContext,
): readonly (readonly [name: string, method: Method<ModernRequest>])[] {
  const { features, states, settings } = server;
  const serverMeta = serverMetaOf(settings);
  const meta = metaOf(serverMeta);

  return [...features.methods].map(([name, method]) => [
    name,
    askingMethods.has(name) ? askingMethod(method) : plainMethod(method),
  ]);

  function encodeReply(
    { id }: ModernRequest,
    reply: Exclude<FeatureReply, { readonly kind: 'input_required' }>,
    context: MessageContext,
  ): RpcResponse {
    if (reply.kind === 'unknown') return unknownModernMethod(id);
    if (reply.kind === 'error') return errorResponse(id, reply.error);
    const { members, ttlMs, isPrivate = false } = reply;
    const hints = cacheHints(ttlMs, cacheScopeOf(context, isPrivate));
    return resultResponse(id, `{${members},${resultTypes.complete}${hints},${meta}}`);
  }

  function askingMethod(method: FeatureMethod): Method<ModernRequest> {
    return (request, context) => {
      const subject = (): StateSubject => subjectOf(request, context);
      return andThen(readInputResponses(request, states, subject), ({ responses, error }) => {
        if (responses === undefined) return errorResponse(request.id, error);
        const exchange = new InputExchange(responses, request.capabilities);
        const featureRequest = { params: request.params, revision: modernRevision, context, ask: exchange.ask };
        return andThen(method(featureRequest), (reply): MaybePromise<RpcResponse> => {
          if (reply.kind !== 'input_required') return encodeReply(request, reply, context);
          const asked = exchange.encode(reply.requests, subject(), { states, serverMeta });
          return asked.then((encoded) => toResponse(request.id, encoded));
        });
      });
    };
  }

  function plainMethod(method: FeatureMethod): Method<ModernRequest> {
    return (request, context) =>
      andThen(method({ params: request.params, revision: modernRevision, context, ask: undefined }), (reply) =>
        reply.kind === 'input_required' ? errorResponse(request.id, cannotAsk) : encodeReply(request, reply, context),
      );
  }
}

/** The methods that may request input. Lists and completions never do. MCP-ASK-05 */
const askingMethods: ReadonlySet<string> = new Set(['prompts/get', 'resources/read']);

const cannotAsk = internalError("Lists and completions can't request user input");

// Bound to what was requested. Tool IDs contain no spaces, so this state can't be used for a tool call. MCP-ASK-06
function subjectOf({ method, params }: ModernRequest, context: MessageContext): StateSubject {
  const { name, uri, arguments: args = {} } = params;
  return { owner: ownerOf(context), toolId: `request ${method}`, input: { name, uri, arguments: args } };
}
