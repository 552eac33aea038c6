import type { MaybePromise } from '@toolwire/core';
import type { RequestStates, StateProblem, StateSubject } from '../asking/request-state.ts';
import type { ModernRequest } from '../revisions/modern-request.ts';
import { type RpcError, rpcCodes } from '../rpc/json-rpc.ts';
import { type Fields, isObject, noFields } from '../rpc/json-shape.ts';

/** The answers that came with a request, also those of its earlier rounds; or what is wrong with them. */
export type ReadAnswers =
  | { readonly sent: Fields; readonly error?: undefined }
  | { readonly sent?: undefined; readonly error: RpcError };

/** Reads the `inputResponses` of a request, and those that its `requestState` has kept. */
export function readSentAnswers(
  { params }: ModernRequest,
  states: RequestStates,
  subject: () => StateSubject,
): MaybePromise<ReadAnswers> {
  const { requestState, inputResponses = noFields } = params;
  if (!isObject(inputResponses)) return { error: wrongResponses };
  if (requestState === undefined) return { sent: inputResponses };
  if (typeof requestState !== 'string') return { error: wrongState };
  return states
    .open(requestState, subject())
    .then((kept) =>
      typeof kept === 'string' ? { error: staleState[kept] } : { sent: { ...kept, ...inputResponses } },
    );
}

const wrongResponses: RpcError = {
  code: rpcCodes.invalidParams,
  message: 'The "inputResponses" are an object with an answer for each key that was asked for',
};
const wrongState: RpcError = {
  code: rpcCodes.invalidParams,
  message: 'The "requestState" is a string, and comes back as it was sent',
};
const staleState: Readonly<Record<StateProblem, RpcError>> = {
  forged: {
    code: rpcCodes.invalidParams,
    message: 'The "requestState" was not given for this call. Call the tool again without it.',
  },
  expired: {
    code: rpcCodes.invalidParams,
    message: 'The answers came too late: the "requestState" has expired. Call the tool again without it.',
  },
};
