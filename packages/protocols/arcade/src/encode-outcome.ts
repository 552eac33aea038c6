import type { Outcome } from '@toolwire/core';
import { addHeaders, jsonHeaders } from '@toolwire/core/internal';
import type { HttpResponse } from '@toolwire/core/wire';
import { deprecationHeaders } from '@toolwire/version';
import { encodeRefusal, type RefusalStyle } from './encode-refusal.ts';
import { type ExecutionInfo, executeResponse } from './execute-response.ts';

/** Encodes the response to an execute request. */
export function encodeOutcome(outcome: Outcome, execution: ExecutionInfo, refusals: RefusalStyle): HttpResponse {
  const body = executeResponse(outcome, execution);
  if (body === undefined) return encodeRefusal(outcome as Outcome & { readonly kind: 'refused' }, refusals);
  const response = { status: 200, headers: jsonHeaders, body };
  const deprecation = outcome.tool?.deprecation;
  const deprecated = deprecation === undefined ? response : addHeaders(response, deprecationHeaders(deprecation));
  return outcome.replayed === true ? addHeaders(deprecated, { 'idempotency-replayed': 'true' }) : deprecated;
}
