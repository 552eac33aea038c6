import type { MaybePromise } from '@toolwire/core';
import type { Subscribing } from '../offers/offer.ts';
import type { MessageContext } from '../rpc/context.ts';
import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';

const mostResources = 1000;

/** Which of the resources that a client wants to hear of it may; what is none for it is left out, as the protocol has it. */
export function wantedResources(
  wanted: unknown,
  { allows }: Subscribing,
  context: MessageContext,
): MaybePromise<readonly string[] | RpcError | undefined> {
  if (wanted === undefined) return undefined;
  if (!isListOfTexts(wanted)) return noAddresses;
  const uris = [...new Set(wanted)];
  return Promise.all(uris.map(async (uri) => allows(uri, context))).then((allowed) =>
    uris.filter((_uri, index) => allowed[index]),
  );
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= mostResources && value.every((one) => typeof one === 'string');
}

const noAddresses: RpcError = {
  code: rpcCodes.invalidParams,
  message: `The "resourceSubscriptions" are a list of ${mostResources} addresses of resources at most`,
};
