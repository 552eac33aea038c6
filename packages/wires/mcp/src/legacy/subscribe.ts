import { andThen } from '@toolwire/core';
import type { Subscribing } from '../offers/offer.ts';
import { wrongAddress } from '../resources/find-resource.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import type { Method } from '../rpc/context.ts';
import { errorAnswer, type RpcError, resultAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import { unknownMethod } from './dispatch-errors.ts';

/** `resources/subscribe` and `resources/unsubscribe`, for clients of which something is remembered. */
export function subscribeMethods({
  refuse,
}: Subscribing): readonly (readonly [name: string, method: Method<LegacyRequest>])[] {
  return [
    [
      'resources/subscribe',
      ({ id, params, client }, context) => {
        const { subscriber, dialect } = client;
        if (subscriber === undefined) return unknownMethod(id);
        const { uri } = params;
        return andThen(refuse(uri, dialect, context), (error) => {
          if (error !== undefined) return errorAnswer(id, error);
          return subscriber.subscribe(String(uri)) ? resultAnswer(id, '{}') : errorAnswer(id, tooMany);
        });
      },
    ],
    [
      'resources/unsubscribe',
      ({ id, params, client }) => {
        const { uri } = params;
        if (client.subscriber === undefined) return unknownMethod(id);
        if (typeof uri !== 'string') return errorAnswer(id, wrongAddress);
        // Also of what it has not subscribed to, or may see no longer.
        client.subscriber.unsubscribe(uri);
        return resultAnswer(id, '{}');
      },
    ],
  ];
}

const tooMany: RpcError = {
  code: rpcCodes.internal,
  message: 'There are as many subscriptions as may be. Unsubscribe from resources that are not needed any more.',
};
