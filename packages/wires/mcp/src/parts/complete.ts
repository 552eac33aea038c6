import { type OfferMethod, offerError } from '../offers/offer.ts';
import type { CompleteArgument } from '../prompts/complete-argument.ts';
import type { CompleteVariable } from '../resources/complete-variable.ts';
import { rpcCodes } from '../rpc/json-rpc.ts';
import { type Fields, isObject } from '../rpc/json-shape.ts';

/** `completion/complete`: what may be meant, for an argument of a prompt or a variable of an address. */
export function complete(ofPrompt: CompleteArgument, ofResource: CompleteVariable): OfferMethod {
  return (request) => {
    const { ref, argument, context = {} } = request.params;
    if (!isObject(ref) || !isObject(argument) || !isObject(context)) return wrong;
    const { name, value: typed } = argument;
    const { arguments: chosen = {} } = context;
    // MCP-COMP-02: checked before anything is looked up.
    if (typeof name !== 'string' || typeof typed !== 'string' || typed.length > longestTyped || !areTexts(chosen)) {
      return wrong;
    }
    const completing = { name, typed, chosen };
    if (ref['type'] === 'ref/prompt' && typeof ref['name'] === 'string') {
      return ofPrompt(ref['name'], completing, request);
    }
    if (ref['type'] === 'ref/resource' && typeof ref['uri'] === 'string') {
      return ofResource(ref['uri'], completing, request);
    }
    return wrong;
  };
}

const longestTyped = 2048;

function areTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
}

const wrong = offerError(
  rpcCodes.invalidParams,
  `A completion has a "ref" to a prompt by name or to a resource by uri, and an "argument" with a "name" and a "value" of at most ${longestTyped} characters`,
);

/** Whether something of a definition can be completed. */
export function completes(definition: { readonly complete?: Fields | undefined }): boolean {
  return Object.keys(definition.complete ?? {}).length > 0;
}
