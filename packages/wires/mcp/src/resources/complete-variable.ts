import { andThen, type MaybePromise } from '@toolwire/core';
import { type OfferReply, type OfferRequest, offerError } from '../offers/offer.ts';
import type { RunOffer } from '../offers/run-offer.ts';
import { type Completing, suggest } from '../offers/suggestions.ts';
import type { SeenBy } from '../offers/visible.ts';
import { rpcCodes } from '../rpc/json-rpc.ts';
import type { Resources } from './compile-resource.ts';

/** Suggests values for a variable in the address of a resource. */
export type CompleteVariable = (uri: string, completing: Completing, request: OfferRequest) => MaybePromise<OfferReply>;

/** Makes it. */
export function completeVariable({ templates, single }: Resources, seenBy: SeenBy, run: RunOffer): CompleteVariable {
  return (uri, completing, request) => {
    const all = [...templates, ...single].filter(({ definition }) => definition.uri === uri);
    return andThen(seenBy(all, request.context), ([seen]) => {
      if (seen === undefined) return offerError(rpcCodes.invalidParams, unknownTemplate);
      const { definition, template } = seen;
      const { name } = completing;
      if (template !== undefined && !template.names.includes(name)) {
        return offerError(
          rpcCodes.invalidParams,
          `The address has no such variable. It has ${template.names.join(', ')}.`,
        );
      }
      const { complete = {} } = definition;
      const known = new Map(Object.entries(complete));
      return suggest(known.get(name) ?? [], completing, request, run);
    });
  };
}

const unknownTemplate = 'There is no such resource template. resources/templates/list tells which there are.';
