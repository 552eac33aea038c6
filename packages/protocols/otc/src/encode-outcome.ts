import type { FailedOutcome, InvalidOutcome, Outcome, OutcomeBase } from '@toolwire/core';
import {
  addHeaders,
  addOutcomeHeaders,
  describeDeferral,
  describeInputRequests,
  encodeArtifact,
  encodeConfirmation,
  jsonHeaders,
} from '@toolwire/core/internal';
import { type HttpResponse, jsonResponse } from '@toolwire/core/wire';
import { type EncodedFailure, encodeFailure } from '@toolwire/errors';
import { retryAfterSeconds, roundDuration, stringifyValue } from '@toolwire/internal';
import { deprecationHeaders } from '@toolwire/version';
import type { Envelope } from './decode-call.ts';
import { encodeRefusal, refusalOfInputRequest } from './encode-refusal.ts';
import { callStatusOf, invalidInputStatus, resultStatus } from './http-status.ts';
import type { OtcSettings } from './options.ts';

/** The parts of a call that its response repeats. */
export interface CallEcho {
  readonly callId: string;
  readonly envelope: Envelope;
  /** The URL of the listing, relative to the call. */
  readonly listing: string;
}

/** Encodes the response of a call. Each kind of outcome has its own case, which keeps the three kinds of errors apart (OTC-CALL-06). */
export function encodeOutcome(outcome: Outcome, call: CallEcho, settings: OtcSettings): HttpResponse {
  const deprecation = outcome.tool?.deprecation;
  const headers = deprecation && deprecationHeaders(deprecation, call.listing);
  return addOutcomeHeaders(encode(outcome, call, settings), outcome, headers);
}

function encode(outcome: Outcome, call: CallEcho, settings: OtcSettings): HttpResponse {
  switch (outcome.kind) {
    case 'value': {
      // A null result is sent as null, unless the option asks for the other reading (E32).
      const isOmitted = outcome.value === null && settings.omitNullValue;
      return encodeSuccess(call, outcome, isOmitted ? undefined : outcome.value);
    }
    case 'artifact':
      return encodeSuccess(call, outcome, { artifact: encodeArtifact(outcome.artifact) });
    case 'failed':
      return encodeFailed(call, outcome, encodeFailureOf(outcome));
    case 'deferred':
      // The protocol can only say "retry later with the same call_id".
      return encodeFailed(
        call,
        outcome,
        encodeFailure({ message: describeDeferral(outcome), canRetry: true, retryAfterMs: outcome.task.pollAfterMs }),
      );
    case 'input_required': {
      const refusal = refusalOfInputRequest(outcome);
      if (refusal !== undefined) return encodeRefusal(refusal, call.envelope, callStatusOf(refusal.code, settings));
      return encodeFailed(call, outcome, { message: describeInputRequests(outcome.requests) });
    }
    case 'invalid':
      return encodeInvalid(outcome, call.envelope);
    case 'refused':
      return encodeRefusal(outcome, call.envelope, callStatusOf(outcome.code, settings));
  }
}

// The standard allows more members of an error, for programs that ask a person.
function encodeFailureOf({ failure, confirmation }: FailedOutcome): EncodedFailure {
  const more = confirmation === undefined ? {} : { confirmation: encodeConfirmation(confirmation) };
  return { ...encodeFailure(failure), ...more };
}

/**
 * Encodes a result. The members are in the order of the standard's examples (OTC-CALL-05, OTC-RESP-01 to OTC-RESP-05). The text is
 * concatenated, because nearly every call responds like this, and JSON.stringify takes twice as long for nested objects.
 */
function encodeSuccess({ callId, envelope }: CallEcho, { durationMs }: OutcomeBase, value: unknown): HttpResponse {
  // Milliseconds, rounded to microseconds (OTC-RESP-03).
  const durationMember = durationMs === undefined ? '' : `"duration":${roundDuration(durationMs)},`;
  const valueMember = value === undefined ? '' : `,"value":${stringifyValue(value)}`;
  const members = `"call_id":${stringifyValue(callId)},${durationMember}"success":true${valueMember}`;
  const schemaMember = envelope.schema === undefined ? '' : `"$schema":${stringifyValue(envelope.schema)},`;
  const body = envelope.wrapped ? `{${schemaMember}"result":{${members}}}` : `{${schemaMember}${members}}`;
  return { status: resultStatus, headers: jsonHeaders, body };
}

/**
 * Encodes an error, without a value (OTC-RESP-11). `encode-failure.ts` of `@toolwire/errors` names its members, such as
 * `retry_after_ms` and `additional_prompt_content`.
 */
function encodeFailed(
  { callId, envelope }: CallEcho,
  { durationMs }: OutcomeBase,
  error: EncodedFailure,
): HttpResponse {
  const { schema: $schema, wrapped } = envelope;
  const duration = durationMs === undefined ? undefined : roundDuration(durationMs);
  const result = { call_id: callId, duration, success: false, error };
  const response = jsonResponse(resultStatus, wrapped ? { $schema, result } : { $schema, ...result });
  if (error.can_retry !== true || error.retry_after_ms === undefined) return response;
  return addHeaders(response, { 'retry-after': String(retryAfterSeconds(error.retry_after_ms)) });
}

/** Encodes a 422 for invalid input, with an error for each parameter. */
function encodeInvalid({ message, parameterErrors }: InvalidOutcome, envelope: Envelope): HttpResponse {
  const hasParameters = Object.keys(parameterErrors).length > 0;
  return jsonResponse(invalidInputStatus, {
    $schema: envelope.schema,
    message,
    parameter_errors: hasParameters ? parameterErrors : undefined,
  });
}
