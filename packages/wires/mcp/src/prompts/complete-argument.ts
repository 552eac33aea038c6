import { andThen, type MaybePromise } from '@toolwire/core';
import { type OfferReply, type OfferRequest, offerError } from '../offers/offer.ts';
import type { RunOffer } from '../offers/run-offer.ts';
import { type Completing, suggest } from '../offers/suggestions.ts';
import type { SeenBy } from '../offers/visible.ts';
import { rpcCodes } from '../rpc/json-rpc.ts';
import type { Prompt } from './compile-prompt.ts';
import { unknownPrompt } from './get-prompt.ts';

/** Suggests values for an argument of a prompt. */
export type CompleteArgument = (
  name: string,
  completing: Completing,
  request: OfferRequest,
) => MaybePromise<OfferReply>;

/** Makes it: by the author's suggestions, else by the choices of the schema. */
export function completeArgument(prompts: readonly Prompt[], seenBy: SeenBy, run: RunOffer): CompleteArgument {
  // MCP-COMP-04: who may not see a prompt is told nothing of its arguments.
  return (name, completing, request) =>
    andThen(seenBy(prompts, request.context), (seen) => {
      const prompt = seen.find(({ definition }) => definition.name === name);
      if (prompt === undefined) return unknownPrompt(name, seen);
      const argument = prompt.args.find((one) => one.name === completing.name);
      if (argument === undefined) {
        const names = prompt.args.map((one) => one.name).join(', ') || 'none';
        return offerError(rpcCodes.invalidParams, `The prompt has no such argument. Its arguments: ${names}.`);
      }
      const own = new Map(Object.entries(prompt.definition.complete ?? {})).get(argument.name);
      return suggest(own ?? argument.choices, completing, request, run);
    });
}
