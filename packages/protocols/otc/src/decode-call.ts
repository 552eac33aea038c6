import type { Call, CallContext } from '@toolwire/core';
import { callOfRequest } from '@toolwire/core/internal';
import { type Fields, type HttpRequest, isObject, type JsonBody, present } from '@toolwire/core/wire';
import { idProblem, isSameJson, readEntries, textProblem } from '@toolwire/internal';
import { type Decoded, malformed, unreadableBody } from './decode-refusals.ts';
import type { OtcSettings } from './options.ts';
import { decodeSchema } from './protocol-version.ts';

/** The parts of a request that its response repeats: the `$schema`, and whether the result has a wrapper. */
export interface Envelope {
  readonly schema: string | undefined;
  readonly wrapped: boolean;
}

/** A decoded call with the envelope of its response. */
export interface DecodedCall {
  readonly call: Call;
  readonly envelope: Envelope;
}

/** Decodes the body of `POST /tools/call` (OTC-REQ-01 to OTC-REQ-08). Unknown fields are ignored (OTC-REQ-08). */
export function decodeCall(body: JsonBody, request: HttpRequest, settings: OtcSettings): Decoded<DecodedCall> {
  if (!body.ok) return unreadableBody(body);
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
  const envelope = { schema: repeatsSchema ? schema.value : undefined, wrapped: isWrapped };
  return { ok: true, value: { call: call.value, envelope } };
}

function decodeRequest(fields: Fields, request: HttpRequest): Decoded<Call> {
  // OTC-REQ-02
  const toolId = fields['tool_id'];
  if (typeof toolId !== 'string') return malformed('"tool_id" must be a string');

  const { call_id: callId, trace_id: traceId } = fields;
  const problem = idProblem('call_id', callId) ?? textProblem('trace_id', traceId);
  if (problem !== undefined) return malformed(problem);

  // "inputs" is the older spelling; both may be present if they are equal (OTC-REQ-05, E05). Neither means no parameters (E06).
  const { input, inputs } = fields;
  if (present(input) && present(inputs) && !isSameJson(input, inputs)) {
    return malformed('"input" and "inputs" differ; send only "input"');
  }
  const context = decodeContext(fields['context']);
  if (!context.ok) return context;

  // A call without an ID, or with an empty one, gets a new ID (OTC-RESP-01).
  const parts = { wire: 'otc', toolId, callId, traceId, input: inputs ?? input ?? {}, context: context.value };
  return { ok: true, value: callOfRequest(request, request, parts) };
}

const emptyContext: CallContext = { authorization: [], secrets: [] };

/** Decodes `context`. Shapes are validated first, and unknown members are ignored (OTC-REQ-06). */
function decodeContext(context: unknown): Decoded<CallContext> {
  if (!present(context)) return { ok: true, value: emptyContext };
  if (!isObject(context)) return malformed('"context" must be an object');

  const authorization = readEntries('context.authorization', context['authorization'], 'id', 'token');
  if (typeof authorization === 'string') return malformed(authorization);
  const secrets = readEntries('context.secrets', context['secrets'], 'id', 'value');
  if (typeof secrets === 'string') return malformed(secrets);
  const userId = context['user_id'];
  const problem = idProblem('context.user_id', userId);
  if (problem !== undefined) return malformed(problem);

  const decoded: CallContext = {
    authorization: authorization.map(([id, token]) => ({ id, token })),
    secrets: secrets.map(([id, value]) => ({ id, value })),
    ...(typeof userId === 'string' ? { userId } : {}),
  };
  return { ok: true, value: decoded };
}
