import type { OutcomeBase } from '@toolwire/core';
import { jsonHeaders, retryAfter } from '@toolwire/core/internal';
import { type HttpResponse, jsonResponse } from '@toolwire/core/wire';
import type { EncodedFailure } from '@toolwire/errors';
import { roundDuration, stringifyValue } from '@toolwire/internal';
import { resultStatus } from './http-status.ts';

/** The parts of a request that its response repeats: the `$schema`, and whether the result has a wrapper. */
export interface Envelope {
  readonly schema: string | undefined;
  readonly wrapped: boolean;
}

/** The `$schema` that this protocol writes by default. */
export const defaultSchema = 'otc://1.0';

/** The envelope for a request that could not be decoded. */
export const plainEnvelope: Envelope = { schema: defaultSchema, wrapped: true };

/** The `$schema` member of an error body, next to the message and never in a wrapper (E04). */
export function schemaOf({ schema }: Envelope): { readonly $schema?: string } {
  return schema === undefined ? {} : { $schema: schema };
}

/** The parts of a call that its response repeats. */
export interface CallEcho {
  readonly callId: string;
  readonly envelope: Envelope;
  /** The URL of the listing, relative to the call. */
  readonly listing: string;
}

/**
 * Encodes a result. The members are in the order of the standard's examples (OTC-CALL-05, OTC-RESP-01 to OTC-RESP-05). The text is
 * concatenated, because nearly every call responds like this, and JSON.stringify takes twice as long for nested objects.
 */
export function encodeSuccess({ callId, envelope }: CallEcho, outcome: OutcomeBase, value: unknown): HttpResponse {
  const duration = durationOf(outcome);
  const durationMember = duration === undefined ? '' : `"duration":${stringifyValue(duration)},`;
  const valueMember = value === undefined ? '' : `,"value":${stringifyValue(value)}`;
  const members = `"call_id":${stringifyValue(callId)},${durationMember}"success":true${valueMember}`;
  const schemaMember = envelope.schema === undefined ? '' : `"$schema":${stringifyValue(envelope.schema)},`;
  const body = envelope.wrapped ? `{${schemaMember}"result":{${members}}}` : `{${schemaMember}${members}}`;
  return { status: resultStatus, headers: jsonHeaders, body };
}

/** Encodes an error, without a value (OTC-RESP-11). `encodeFailure()` of `@toolwire/errors` names its members, such as `retry_after_ms`. */
export function encodeFailed(
  { callId, envelope }: CallEcho,
  outcome: OutcomeBase,
  error: EncodedFailure,
): HttpResponse {
  const response = resultResponse({ call_id: callId, duration: durationOf(outcome), success: false, error }, envelope);
  return retryAfter(response, error.can_retry === true ? error.retry_after_ms : undefined);
}

function resultResponse(result: object, envelope: Envelope): HttpResponse {
  return jsonResponse(
    resultStatus,
    envelope.wrapped ? { $schema: envelope.schema, result } : { $schema: envelope.schema, ...result },
  );
}

// Milliseconds, rounded to microseconds (OTC-RESP-03).
function durationOf({ durationMs }: OutcomeBase): number | undefined {
  return durationMs === undefined ? undefined : roundDuration(durationMs);
}
