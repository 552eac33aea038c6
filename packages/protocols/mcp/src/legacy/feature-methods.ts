import { andThen } from '@toolwire/core';
import { PendingInput } from '../elicitation/client-requests.ts';
import { describeRequests } from '../elicitation/encode-input-requests.ts';
import { internalError, type RpcError } from '../json-rpc/errors.ts';
import type { LegacyRequest, Method } from '../json-rpc/requests.ts';
import { errorResponse, resultResponse, unknownMethod } from '../json-rpc/responses.ts';
import type { FeatureMethod, ResourceSubscriptions } from '../prompts-and-resources/feature.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { invalidUri } from '../prompts-and-resources/visible-definitions.ts';

/** The methods for resources, prompts and completions. */
export function featureMethods({
  features,
  settings,
}: ServerContext): readonly (readonly [name: string, method: Method<LegacyRequest>])[] {
  return [...features.methods].map(([name, method]) => [name, methodOf(method)]);

  function methodOf(method: FeatureMethod): Method<LegacyRequest> {
    return ({ id, params, client }, context) => {
      const input = client.ask && new PendingInput(client.ask, context.lifetime, settings.stateTtlMs);
      return andThen(method({ params, revision: client.revision, context, ask: input?.ask }), (reply) => {
        input?.end();
        switch (reply.kind) {
          case 'result':
            return resultResponse(id, `{${reply.members}}`);
          case 'error':
            return errorResponse(id, reply.error);
          case 'input_required':
            return errorResponse(id, internalError(describeRequests(reply.requests)));
          case 'unknown':
            return unknownMethod(id);
        }
      });
    };
  }
}

/** `resources/subscribe` and `resources/unsubscribe`, for clients with stored subscriptions. */
export function subscribeMethods({
  findError,
}: ResourceSubscriptions): readonly (readonly [name: string, method: Method<LegacyRequest>])[] {
  return [
    [
      'resources/subscribe',
      ({ id, params, client }, context) => {
        const { subscriber, revision } = client;
        if (subscriber === undefined) return unknownMethod(id);
        const { uri } = params;
        return andThen(findError(uri, revision, context), (error) => {
          if (error !== undefined) return errorResponse(id, error);
          const { anonymousShare } = context.service.limits;
          return subscriber.subscribe(String(uri), anonymousShare)
            ? resultResponse(id, '{}')
            : errorResponse(id, tooMany);
        });
      },
    ],
    [
      'resources/unsubscribe',
      ({ id, params, client }) => {
        const { uri } = params;
        if (client.subscriber === undefined) return unknownMethod(id);
        if (typeof uri !== 'string') return errorResponse(id, invalidUri);
        // Also succeeds for resources that are not subscribed or no longer visible.
        client.subscriber.unsubscribe(uri);
        return resultResponse(id, '{}');
      },
    ],
  ];
}

const tooMany: RpcError = internalError(
  'Too many subscriptions. Unsubscribe from resources that are no longer needed.',
);
