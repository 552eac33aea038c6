import { andThen } from '@toolwire/core';
import { errorResponse, internalError, type RpcError, resultResponse, unknownMethod } from '../json-rpc/json-rpc.ts';
import type { Method } from '../json-rpc/message-context.ts';
import type { LegacyRequest } from '../json-rpc/requests.ts';
import type { ResourceSubscriptions } from '../prompts-and-resources/feature.ts';
import { invalidUri } from '../prompts-and-resources/find-resource.ts';

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
          const { anonymousShare } = context.service.limits ?? {};
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
