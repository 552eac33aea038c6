import type { ArtifactOutcome, InvalidOutcome, Outcome, OutcomeBase } from '@toolwire/core';
import {
  addHeaders,
  describeDeferral,
  describeInputRequests,
  type HttpResponse,
  jsonResponse,
  jsonText,
  retryAfter,
} from '@toolwire/core/wire';
import { encodeFailure } from '@toolwire/errors';
import { valueText } from '@toolwire/internal';
import { deprecationHeaders } from '@toolwire/version';
import { asRefusal } from './encode-input-required.ts';
import { encodeRefusal } from './encode-refusal.ts';
import { type Envelope, schemaOf } from './envelope.ts';
import type { OtcSettings } from './options.ts';

/** What an answer repeats of its call. */
export interface AnsweredCall {
  readonly callId: string;
  readonly envelope: Envelope;
  /** Where the listing is, seen from the call's own address. */
  readonly listing: string;
}

/** Writes the answer to a call: one kind of outcome at a time, so that the three kinds of errors stay apart (OTC-CALL-06). */
export function encodeOutcome(outcome: Outcome, call: AnsweredCall, settings: OtcSettings): HttpResponse {
  const response = encode(outcome, call, settings);
  const deprecation = outcome.tool?.deprecation;
  if (deprecation === undefined && outcome.replayed !== true && outcome.kind !== 'deferred') return response;
  return addHeaders(response, {
    ...(deprecation && deprecationHeaders(deprecation, { listing: call.listing })),
    ...(outcome.replayed === true && replayedHeader),
    ...(outcome.kind === 'deferred' && runningHeader),
  });
}

// CASE-07: the body is the first answer's, so that only the header can tell.
const replayedHeader = { 'idempotency-replayed': 'true' };

// The body is that of a failure: a client that knows the header can tell that nothing has failed.
const runningHeader = { 'call-running': 'true' };

function encode(outcome: Outcome, call: AnsweredCall, settings: OtcSettings): HttpResponse {
  switch (outcome.kind) {
    case 'value': {
      // E32: a null response carries its null, unless the prose's reading was asked for.
      const omitted = outcome.value === null && settings.omitNullValue;
      return success(call, outcome, omitted ? undefined : outcome.value);
    }
    case 'artifact':
      return success(call, outcome, { artifact: encodeArtifact(outcome) });
    case 'failed':
      return failure(call, outcome, encodeFailure(outcome.failure));
    case 'deferred':
      // The only way this protocol has of saying "not done yet": the same call_id, a little later.
      return failure(call, outcome, {
        message: describeDeferral(outcome),
        can_retry: true,
        retry_after_ms: outcome.task.pollAfterMs,
      });
    case 'input_required': {
      const refusal = asRefusal(outcome);
      if (refusal !== undefined) return encodeRefusal(refusal, call.envelope, settings);
      return failure(call, outcome, { message: describeInputRequests(outcome.requests) });
    }
    case 'invalid':
      return encodeInvalid(outcome, call.envelope);
    case 'refused':
      return encodeRefusal(outcome, call.envelope, settings);
  }
}

// OTC-CALL-05, OTC-RESP-01 to OTC-RESP-05: the members stand in the order of the text's own examples. Put together as text, since this is the
// answer to nearly every call: JSON.stringify takes twice as long for the nested objects as for their values.
function success({ callId, envelope }: AnsweredCall, outcome: OutcomeBase, value: unknown): HttpResponse {
  const duration = durationOf(outcome);
  const timed = duration === undefined ? '' : `"duration":${valueText(duration)},`;
  const valued = value === undefined ? '' : `,"value":${valueText(value)}`;
  const members = `"call_id":${valueText(callId)},${timed}"success":true${valued}`;
  return jsonText(200, inEnvelope(members, envelope));
}

function inEnvelope(members: string, { schema, wrapped }: Envelope): string {
  const first = schema === undefined ? '' : `"$schema":${valueText(schema)},`;
  return wrapped ? `{${first}"result":{${members}}}` : `{${first}${members}}`;
}

// OTC-CALL-04, OTC-CALL-12: a tool that ran and failed is still a 200. OTC-RESP-11: with an error, and no value.
function failure({ callId, envelope }: AnsweredCall, outcome: OutcomeBase, error: WireError): HttpResponse {
  const response = answered({ call_id: callId, duration: durationOf(outcome), success: false, error }, envelope);
  return retryAfter(response, error.can_retry === true ? error.retry_after_ms : undefined);
}

type WireError = ReturnType<typeof encodeFailure>;

function answered(result: object, envelope: Envelope): HttpResponse {
  return jsonResponse(
    200,
    envelope.wrapped ? { $schema: envelope.schema, result } : { $schema: envelope.schema, ...result },
  );
}

// OTC-RESP-03: milliseconds; the clock is no finer than a thousandth of one.
function durationOf({ durationMs }: OutcomeBase): number | undefined {
  return durationMs === undefined ? undefined : Math.round(durationMs * 1000) / 1000;
}

// OTC-CALL-11, OTC-ERR-02.
function encodeInvalid({ message, parameterErrors }: InvalidOutcome, envelope: Envelope): HttpResponse {
  const named = Object.keys(parameterErrors).length > 0;
  return jsonResponse(422, { ...schemaOf(envelope), message, parameter_errors: named ? parameterErrors : undefined });
}

function encodeArtifact({ artifact }: ArtifactOutcome): object {
  return {
    url: artifact.url,
    content_type: artifact.contentType,
    size: artifact.size,
    meta: { description: artifact.description },
  };
}
