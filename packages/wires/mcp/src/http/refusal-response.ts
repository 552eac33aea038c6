import type { RefusedOutcome } from '@toolwire/core';
import { type HttpResponse, jsonHeaders, refusalStatus } from '@toolwire/core/wire';
import { refusalError, refusalHeaders } from '../results/encode-refusal.ts';
import { errorText } from '../rpc/json-rpc.ts';

/** Answers a request that the server has refused before it was read. */
export function refusalResponse(refusal: RefusedOutcome): HttpResponse {
  return {
    status: refusalStatus[refusal.code],
    headers: { ...jsonHeaders, ...refusalHeaders(refusal) },
    body: errorText(undefined, refusalError(refusal)),
  };
}
