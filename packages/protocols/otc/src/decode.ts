import type { Call } from '@toolwire/core';
import { type Fields, type HttpRequest, isObject, type JsonBody, present } from '@toolwire/core/wire';
import { isSameJson, maxIdLength } from '@toolwire/internal';
import { decodeContext } from './decode-context.ts';
import { type Decoded, decoded, malformed, undecoded, unreadable } from './decode-result.ts';
import { refusedBody } from './encode-refusal.ts';
import type { Envelope } from './envelope.ts';
import type { OtcSettings } from './options.ts';
import { decodeSchema } from './protocol-version.ts';

/** A decoded call with the envelope of its response. */
export interface DecodedCall {
  readonly call: Call;
  readonly envelope: Envelope;
}

/** Decodes the body of `POST /tools/call` (OTC-REQ-01 to OTC-REQ-08). Unknown fields are ignored (OTC-REQ-08). */
export function decodeCall(body: JsonBody, request: HttpRequest, settings: OtcSettings): Decoded<DecodedCall> {
  if (!body.ok) return undecoded(refusedBody(body.problem, body.detail));
  if (!isObject(body.value)) return malformed('The body must be a JSON object with a "request" member');
  const document = body.value;

  // The flat form has no wrapper; if both are present, the wrapper wins (E02).
  const isWrapped = present(document['request']);
  const fields = isWrapped ? document['request'] : document;
  if (!isObject(fields)) return malformed('"request" must be an object');
  if (!isWrapped && typeof document['tool_id'] !== 'string') return malformed('"request" is missing');

  const call = decodeRequest(fields, request);
  if (!call.ok) return call;
  const schema = decodeSchema(document['$schema'], request, settings);
  if (!schema.ok) return schema;
  // A flat response repeats `$schema` only if the caller sent it.
  const repeatsSchema = isWrapped || present(document['$schema']);
  return decoded({
    call: call.value,
    envelope: { schema: repeatsSchema ? schema.value : undefined, wrapped: isWrapped },
  });
}

/** Decodes the body of `GET /tools`, which may have a `$schema` (OTC-LIST-05). */
export function decodeListBody(body: JsonBody): Decoded<unknown> {
  if (!body.ok) {
    return body.problem === 'empty' ? decoded(undefined) : undecoded(refusedBody(body.problem, body.detail));
  }
  if (isObject(body.value)) return decoded(body.value['$schema']);
  return unreadable('The body must be a JSON object, or omitted');
}

function decodeRequest(fields: Fields, request: HttpRequest): Decoded<Call> {
  // OTC-REQ-02
  const toolId = fields['tool_id'];
  if (typeof toolId !== 'string') return malformed('"tool_id" must be a string');

  const callId = fields['call_id'];
  const problem = callIdProblem(callId);
  if (problem !== undefined) return malformed(problem);

  const traceId = fields['trace_id'];
  if (present(traceId) && typeof traceId !== 'string') return malformed('"trace_id" must be a string');

  const input = decodeInput(fields);
  if (!input.ok) return input;
  const context = decodeContext(fields['context']);
  if (!context.ok) return context;

  // A call without an ID, or with an empty one, gets a new ID (OTC-RESP-01).
  const callerCallId = typeof callId === 'string' && callId !== '' ? callId : undefined;
  return decoded({
    wire: 'otc',
    toolId,
    callId: callerCallId ?? crypto.randomUUID(),
    callerCallId,
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

function callIdProblem(callId: unknown): string | undefined {
  if (!present(callId)) return undefined;
  if (typeof callId !== 'string') return '"call_id" must be a string';
  return callId.length > maxIdLength ? `"call_id" must be at most ${maxIdLength} characters long` : undefined;
}

// "inputs" is the older spelling; both may be present if they are equal (OTC-REQ-05, E05). Neither means no parameters (E06).
function decodeInput(fields: Fields): Decoded<unknown> {
  const { input, inputs } = fields;
  if (!present(inputs)) return decoded(input ?? {});
  if (present(input) && !isSameJson(input, inputs)) {
    return malformed('"input" and "inputs" differ; send only "input"');
  }
  return decoded(inputs);
}
