import { andThen } from '@toolwire/core';
import type { StateSubject } from '../asking/request-state.ts';
import type { OfferMethod, OfferReply } from '../offers/offer.ts';
import type { Parts } from '../parts/parts.ts';
import { serverMetaOf } from '../results/server-meta.ts';
import { modernDialect } from '../revisions/dialect.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import { type MessageContext, type Method, ownerOf } from '../rpc/context.ts';
import { type Answer, answerWith, errorAnswer, resultAnswer } from '../rpc/json-rpc.ts';
import { unknownMethod } from './dispatch-errors.ts';
import { Questions } from './input-required.ts';
import { readSentAnswers } from './sent-answers.ts';

/** The methods of what is offered beside tools. */
export function offeredMethods(parts: Parts): readonly (readonly [name: string, method: Method<ModernRequest>])[] {
  const { offers, states, settings } = parts;
  const serverMeta = serverMetaOf(settings);
  const meta = `"_meta":{${serverMeta.slice(1)}}`;

  const write = (
    { id }: ModernRequest,
    reply: Exclude<OfferReply, { readonly kind: 'asks' }>,
    context: MessageContext,
  ): Answer => {
    if (reply.kind === 'unknown') return unknownMethod(id);
    if (reply.kind === 'error') return errorAnswer(id, reply.error);
    const { members, ttlMs, isPrivate = false } = reply;
    // MCP-LIST-06: as the tools, for whom the callers are told apart it may be another one.
    const isPublic = !isPrivate && context.principal === undefined && context.isCallerKnown;
    const caching = ttlMs === undefined ? '' : `,"ttlMs":${ttlMs},"cacheScope":"${isPublic ? 'public' : 'private'}"`;
    return resultAnswer(id, `{${members},"resultType":"complete"${caching},${meta}}`);
  };

  const methodOf =
    (offer: OfferMethod): Method<ModernRequest> =>
    (request, context) => {
      // MCP-ASK-05: prompts and resources may ask, and no list does.
      const subject = (): StateSubject => subjectOf(request, context);
      return andThen(readSentAnswers(request, states, subject), ({ sent, error }) => {
        if (sent === undefined) return errorAnswer(request.id, error);
        const questions = new Questions(sent, request.capabilities);
        const asked = { params: request.params, dialect: modernDialect, context, ask: questions.ask };
        return andThen(offer(asked), (reply) =>
          reply.kind === 'asks'
            ? questions
                .encode(reply.requests, subject(), { states, serverMeta })
                .then((encoded) => answerWith(request.id, encoded))
            : write(request, reply, context),
        );
      });
    };
  return [...offers.methods].map(([name, offer]) => [name, methodOf(offer)]);
}

// MCP-ASK-06: of what was asked for, by whatever names it. No id of a tool has a space in it, so that no state of one is taken for that
// of the other.
function subjectOf({ method, params }: ModernRequest, context: MessageContext): StateSubject {
  const { name, uri, arguments: args = {} } = params;
  return { owner: ownerOf(context), toolId: `request ${method}`, input: { name, uri, arguments: args } };
}
