import { andThen } from '@toolwire/core';
import { describeRequests } from '../elicitation/encode-input-requests.ts';
import { errorResponse, internalError, resultResponse, unknownMethod } from '../json-rpc/json-rpc.ts';
import type { Method } from '../json-rpc/message-context.ts';
import type { LegacyRequest } from '../json-rpc/requests.ts';
import type { FeatureMethod } from '../prompts-and-resources/feature.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';
import { PendingInput } from './pending-input.ts';

/** The methods for resources, prompts and completions. */
export function featureMethods({
  features,
  settings,
}: ServerContext): readonly (readonly [name: string, method: Method<LegacyRequest>])[] {
  const methodOf =
    (method: FeatureMethod): Method<LegacyRequest> =>
    ({ id, params, client }, context) => {
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
  return [...features.methods].map(([name, method]) => [name, methodOf(method)]);
}
