import type { ArtifactOutcome, Outcome } from '@toolwire/core';
import { addHeaders, describeDeferral, describeInputRequests } from '@toolwire/core/internal';
import type { HttpResponse } from '@toolwire/core/wire';
import { encodeFailure } from '@toolwire/errors';
import { deprecationHeaders } from '@toolwire/version';
import { encodeInvalid, encodeRefusal, refusalOfInputRequest } from './encode-refusal.ts';
import { type CallEcho, encodeFailed, encodeSuccess } from './envelope.ts';
import type { OtcSettings } from './options.ts';

/** Encodes the response of a call. Each kind of outcome has its own case, which keeps the three kinds of errors apart (OTC-CALL-06). */
export function encodeOutcome(outcome: Outcome, call: CallEcho, settings: OtcSettings): HttpResponse {
  const response = encode(outcome, call, settings);
  const deprecation = outcome.tool?.deprecation;
  if (deprecation === undefined && outcome.replayed !== true && outcome.kind !== 'deferred') return response;
  return addHeaders(response, {
    ...(deprecation && deprecationHeaders(deprecation, { listing: call.listing })),
    ...(outcome.replayed === true && replayedHeader),
    ...(outcome.kind === 'deferred' && runningHeader),
  });
}

// The body equals the first response, so only the header marks a replay (CASE-07).
const replayedHeader = { 'idempotency-replayed': 'true' };

// The body is that of a failure. Clients that know the header see that the tool has not failed.
const runningHeader = { 'call-running': 'true' };

function encode(outcome: Outcome, call: CallEcho, settings: OtcSettings): HttpResponse {
  switch (outcome.kind) {
    case 'value': {
      // A null result is sent as null, unless the option asks for the other reading (E32).
      const isOmitted = outcome.value === null && settings.omitNullValue;
      return encodeSuccess(call, outcome, isOmitted ? undefined : outcome.value);
    }
    case 'artifact':
      return encodeSuccess(call, outcome, { artifact: encodeArtifact(outcome) });
    case 'failed':
      return encodeFailed(call, outcome, encodeFailure(outcome.failure));
    case 'deferred':
      // The protocol can only say "retry later with the same call_id".
      return encodeFailed(call, outcome, {
        message: describeDeferral(outcome),
        can_retry: true,
        retry_after_ms: outcome.task.pollAfterMs,
      });
    case 'input_required': {
      const refusal = refusalOfInputRequest(outcome);
      if (refusal !== undefined) return encodeRefusal(refusal, call.envelope, settings);
      return encodeFailed(call, outcome, { message: describeInputRequests(outcome.requests) });
    }
    case 'invalid':
      return encodeInvalid(outcome, call.envelope);
    case 'refused':
      return encodeRefusal(outcome, call.envelope, settings);
  }
}

function encodeArtifact({ artifact }: ArtifactOutcome): object {
  return {
    url: artifact.url,
    content_type: artifact.contentType,
    size: artifact.size,
    meta: { description: artifact.description },
  };
}
