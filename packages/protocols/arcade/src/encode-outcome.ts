import type { Outcome } from '@toolwire/core';
import { addHeaders, jsonHeaders } from '@toolwire/core/internal';
import type { HttpResponse } from '@toolwire/core/wire';
import { deprecationHeaders } from '@toolwire/version';
import { encodeRefusal } from './encode-refusal.ts';
import { type ExecutionInfo, executeResponse } from './execute-response.ts';

/** Encodes the response to an execute request. */
export function encodeOutcome(outcome: Outcome, execution: ExecutionInfo): HttpResponse {
  const body = executeResponse(outcome, execution);
  // Only refusals have no body.
  if (body === undefined) return encodeRefusal(outcome as Outcome & { readonly kind: 'refused' }, execution.profile);
  const response = { status: 200, headers: jsonHeaders, body };
  const deprecation = outcome.tool?.deprecation;
  if (deprecation === undefined && outcome.replayed !== true && outcome.kind !== 'deferred') return response;
  return addHeaders(response, {
    ...(deprecation !== undefined && deprecationHeaders(deprecation)),
    ...(outcome.replayed === true && replayedHeader),
    ...(outcome.kind === 'deferred' && runningHeader),
  });
}

// The body equals the first response, so only the header marks a replay.
const replayedHeader = { 'idempotency-replayed': 'true' };

// The body is that of a failure. Clients that know the header see that the tool has not failed.
const runningHeader = { 'call-running': 'true' };
