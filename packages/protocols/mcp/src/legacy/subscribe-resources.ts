import { andThen } from '@toolwire/core';
import type { ResourceSubscriptions } from '../features/feature.ts';
import { invalidUri } from '../features/find-resource.ts';
import { errorResponse, type RpcError, resultResponse, rpcCodes, unknownMethod } from '../json-rpc/json-rpc.ts';
import type { Method } from '../json-rpc/message-context.ts';
import type { LegacyRequest } from '../json-rpc/requests.ts';

/** `resources/subscribe` and `resources/unsubscribe`, for clients with stored subscriptions. */
export function subscribeMethods({
  findError,
}: ResourceSubscriptions): readonly (readonly [name: string, method: Method<LegacyRequest>])[] {
  return [
    [
      'resources/subscribe',
      ({ id, params, client }, context) => {
        const { subscriber, dialect } = client;
        if (subscriber === undefined) return unknownMethod(id);
        const { uri } = params;
        return andThen(findError(uri, dialect, context), (error) => {
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

const tooMany: RpcError = {
  code: rpcCodes.internal,
  message: 'Too many subscriptions. Unsubscribe from resources that are no longer needed.',
};
