import type { Call, RefusedOutcome } from '@toolwire/core';
import { type Fields, type HttpRequest, isObject, type JsonBody, present } from '@toolwire/core/wire';
import { isSameJson, longestId } from '@toolwire/internal';
import { decodeContext } from './decode-context.ts';
import type { Envelope } from './envelope.ts';
import type { OtcSettings } from './options.ts';
import { defaultSchema, isSupportedSchema, isSupportedVersionHeader } from './protocol-version.ts';
import { refused, refusedBody } from './refusal.ts';

/** A call, and what its answer must repeat. */
export interface DecodedCall {
  readonly call: Call;
  readonly envelope: Envelope;
}

/** A decoded part of a request, or the refusal that answers it. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

/** Reads the body of `POST /tools/call` (OTC-REQ-01 to OTC-REQ-08). */
export function decodeCall(body: JsonBody, request: HttpRequest, settings: OtcSettings): Decoded<DecodedCall> {
  if (!body.ok) return undecoded(refusedBody(body.problem, body.detail));
  if (!isObject(body.value)) return malformed('The body must be a JSON object with a "request" member');
  const document = body.value;

  // E02: the unmerged flat form has no wrapper; a wrapper wins where both are there.
  const wrapped = present(document['request']);
  const fields = wrapped ? document['request'] : document;
  if (!isObject(fields)) return malformed('"request" must be an object');
  if (!wrapped && typeof document['tool_id'] !== 'string') return malformed('"request" is missing');

  const call = decodeRequest(fields, request);
  if (!call.ok) return call;
  const schema = decodeSchema(document['$schema'], request, settings);
  if (!schema.ok) return schema;
  const sent = present(document['$schema']);
  return decoded({ call: call.value, envelope: { schema: wrapped || sent ? schema.value : undefined, wrapped } });
}

/** Reads the body of `POST /tools/cancel`: the call as it was made, without its input. */
export function decodeCancel(body: JsonBody, request: HttpRequest, settings: OtcSettings): Decoded<Call> {
  const whole = decodeCall(body, request, settings);
  if (!whole.ok) return whole;
  const { call } = whole.value;
  return call.idempotencyKey === undefined ? malformed('"call_id" is missing') : decoded(call);
}

/** Reads the body of `GET /tools`, which may name a `$schema` (OTC-LIST-05). */
export function decodeListBody(body: JsonBody): Decoded<unknown> {
  if (!body.ok) {
    return body.problem === 'empty' ? decoded(undefined) : undecoded(refusedBody(body.problem, body.detail));
  }
  if (isObject(body.value)) return decoded(body.value['$schema']);
  return undecoded(unreadable('The body must be a JSON object, or left out'));
}

/** Reads which version of the standard a request asks for (OTC-SCHV-03); without one, the latest (OTC-CALL-03, OTC-SCHV-04). */
export function decodeSchema(sent: unknown, request: HttpRequest, settings: OtcSettings): Decoded<string> {
  if (!present(sent)) {
    const header = request.header('otc-version') ?? request.header('oxp-version');
    if (header !== undefined && !isSupportedVersionHeader(header.trim())) return unsupported();
    return decoded(defaultSchema);
  }
  if (sent === defaultSchema) return decoded(sent);
  if (typeof sent !== 'string' || !/^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/.test(sent)) {
    return undecoded(unreadable(`"$schema" must be a URI such as ${defaultSchema}`));
  }
  return isSupportedSchema(sent, settings.acceptNewerMinor) ? decoded(sent) : unsupported();
}

function decodeRequest(fields: Fields, request: HttpRequest): Decoded<Call> {
  // OTC-REQ-02
  const toolId = fields['tool_id'];
  if (typeof toolId !== 'string') return malformed('"tool_id" must be a string');

  const callId = fields['call_id'];
  if (present(callId) && typeof callId !== 'string') return malformed('"call_id" must be a string');
  if (typeof callId === 'string' && callId.length > longestId) {
    return malformed(`"call_id" must be at most ${longestId} characters long`);
  }

  const traceId = fields['trace_id'];
  if (present(traceId) && typeof traceId !== 'string') return malformed('"trace_id" must be a string');

  const input = decodeInput(fields);
  if (!input.ok) return input;
  const context = decodeContext(fields['context']);
  if (!context.ok) return malformed(context.problem);

  // OTC-RESP-01: a call without an id gets one; an empty one would not identify anything.
  const ownId = typeof callId === 'string' && callId !== '' ? callId : undefined;
  return decoded({
    wire: 'otc',
    toolId,
    callId: ownId ?? crypto.randomUUID(),
    idempotencyKey: ownId,
    traceId: typeof traceId === 'string' ? traceId : undefined,
    input: input.value,
    context: context.value,
    principal: request.principal,
    isCallerKnown: request.isCallerKnown,
    lifetime: request,
    values: request.values,
    reportProgress: undefined,
    reportLog: undefined,
    ask: undefined,
    propagated: (field) => request.header(field),
    logger: undefined,
  });
}

// OTC-REQ-05, E05: "inputs" is the older spelling; both are fine as long as they agree. E06: none means no parameters.
function decodeInput(fields: Fields): Decoded<unknown> {
  const { input, inputs } = fields;
  if (!present(inputs)) return decoded(input ?? {});
  if (present(input) && !isSameJson(input, inputs)) {
    return malformed('"input" and "inputs" differ; send "input" alone');
  }
  return decoded(inputs);
}

// OTC-SCHV-06, OTC-CALL-07b
function unsupported(): Decoded<never> {
  return undecoded(
    refused(
      'unsupported_protocol_version',
      'This version of Open Tool Calling is not supported',
      `Supported: ${defaultSchema} (also spelled urn:oxp:1.0)`,
    ),
  );
}

// In words that fit a listing as well as a call.
function unreadable(developerMessage: string): RefusedOutcome {
  return refused('malformed', 'The request could not be read', developerMessage);
}

function malformed(developerMessage: string): Decoded<never> {
  return undecoded(refused('malformed', 'The request is not a valid tool call', developerMessage));
}

function decoded<T>(value: T): Decoded<T> {
  return { ok: true, value };
}

function undecoded(refusal: RefusedOutcome): Decoded<never> {
  return { ok: false, refusal };
}
