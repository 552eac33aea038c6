import { andThen } from '@toolwire/core';
import { describeRequests } from '../asking/input-requests.ts';
import type { OfferMethod } from '../offers/offer.ts';
import type { Parts } from '../parts/parts.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import type { Method } from '../rpc/context.ts';
import { errorAnswer, resultAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import { unknownMethod } from './dispatch-errors.ts';
import { OpenQuestions } from './open-questions.ts';

/** The methods of what is offered beside tools. */
export function offeredMethods({
  offers,
  settings,
}: Parts): readonly (readonly [name: string, method: Method<LegacyRequest>])[] {
  const answerMs = Math.min(settings.stateTtlMs, 2 ** 31 - 1);
  const methodOf =
    (offer: OfferMethod): Method<LegacyRequest> =>
    ({ id, params, client }, context) => {
      const questions = client.ask && new OpenQuestions(client.ask, context.lifetime, answerMs);
      const ask = questions && ((requests: Parameters<OpenQuestions['ask']>[0]) => questions.ask(requests));
      return andThen(offer({ params, dialect: client.dialect, context, ask }), (reply) => {
        questions?.end();
        switch (reply.kind) {
          case 'result':
            return resultAnswer(id, `{${reply.members}}`);
          case 'error':
            return errorAnswer(id, reply.error);
          case 'asks':
            return errorAnswer(id, { code: rpcCodes.internal, message: describeRequests(reply.requests) });
          case 'unknown':
            return unknownMethod(id);
        }
      });
    };
  return [...offers.methods].map(([name, offer]) => [name, methodOf(offer)]);
}
