import type { Call, CallContext, RefusedOutcome } from '@toolwire/core';
import { type Fields, type HttpRequest, isObject, type JsonBody, present } from '@toolwire/core/wire';
import { isSameJson, longestId } from '@toolwire/internal';
import { refused, refusedBody } from './encode-refusal.ts';
import { defaultSchema, type Envelope, isSupportedSchema, isSupportedVersionHeader } from './envelope.ts';
import type { OtcSettings } from './options.ts';

/** A decoded call with the envelope of its response. */
export interface DecodedCall {
  readonly call: Call;
  readonly envelope: Envelope;
}

/** A decoded part of a request, or a refusal. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: RefusedOutcome };

/** Decodes the body of `POST /tools/call` (OTC-REQ-01 to OTC-REQ-08). */
export function decodeCall(body: JsonBody, request: HttpRequest, settings: OtcSettings): Decoded<DecodedCall> {
  if (!body.ok) return undecoded(refusedBody(body.problem, body.detail));
  if (!isObject(body.value)) return malformed('The body must be a JSON object with a "request" member');
  const document = body.value;

  // The flat form has no wrapper; if both are present, the wrapper wins (E02).
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

/** Decodes the body of `POST /tools/cancel`: the original call without its input. */
export function decodeCancel(body: JsonBody, request: HttpRequest, settings: OtcSettings): Decoded<Call> {
  const whole = decodeCall(body, request, settings);
  if (!whole.ok) return whole;
  const { call } = whole.value;
  return call.callerCallId === undefined ? malformed('"call_id" is missing') : decoded(call);
}

/** Decodes the body of `GET /tools`, which may have a `$schema` (OTC-LIST-05). */
export function decodeListBody(body: JsonBody): Decoded<unknown> {
  if (!body.ok) {
    return body.problem === 'empty' ? decoded(undefined) : undecoded(refusedBody(body.problem, body.detail));
  }
  if (isObject(body.value)) return decoded(body.value['$schema']);
  return undecoded(unreadable('The body must be a JSON object, or omitted'));
}

/** Decodes the requested version of the standard; the latest by default (OTC-SCHV-03, OTC-CALL-03, OTC-SCHV-04). */
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
  if (!context.ok) return context;

  // A call without an ID, or with an empty one, gets a new ID (OTC-RESP-01).
  const ownId = typeof callId === 'string' && callId !== '' ? callId : undefined;
  return decoded({
    wire: 'otc',
    toolId,
    callId: ownId ?? crypto.randomUUID(),
    callerCallId: ownId,
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

// "inputs" is the older spelling; both may be present if they are equal (OTC-REQ-05, E05). Neither means no parameters (E06).
function decodeInput(fields: Fields): Decoded<unknown> {
  const { input, inputs } = fields;
  if (!present(inputs)) return decoded(input ?? {});
  if (present(input) && !isSameJson(input, inputs)) {
    return malformed('"input" and "inputs" differ; send only "input"');
  }
  return decoded(inputs);
}

const emptyContext: CallContext = { authorization: [], secrets: [] };

/** Decodes `context`. Shapes are validated first, and unknown members are ignored (OTC-REQ-06). */
function decodeContext(context: unknown): Decoded<CallContext> {
  if (!present(context)) return decoded(emptyContext);
  if (!isObject(context)) return malformed('"context" must be an object');

  const authorization = decodeEntries(context['authorization'], 'token');
  if (typeof authorization === 'string') return malformed(`"context.authorization" ${authorization}`);
  const secrets = decodeEntries(context['secrets'], 'value');
  if (typeof secrets === 'string') return malformed(`"context.secrets" ${secrets}`);
  const userId = context['user_id'];
  if (present(userId) && typeof userId !== 'string') return malformed('"context.user_id" must be a string');
  if (isTooLong(userId)) return malformed(`"context.user_id" must be at most ${longestId} characters long`);

  return decoded({
    authorization: authorization.map(([id, token]) => ({ id, token })),
    secrets: secrets.map(([id, value]) => ({ id, value })),
    ...(typeof userId === 'string' ? { userId } : {}),
  });
}

type Entry = readonly [id: string, value: string];

function decodeEntries(entries: unknown, member: 'token' | 'value'): readonly Entry[] | string {
  if (!present(entries)) return [];
  if (!Array.isArray(entries)) return 'must be an array';
  const byId = new Map<string, string>();
  for (const entry of entries as readonly unknown[]) {
    if (!isObject(entry) || typeof entry['id'] !== 'string' || typeof entry[member] !== 'string') {
      return `must hold objects with a string "id" and a string "${member}"`;
    }
    if (isTooLong(entry['id'])) return `must hold no "id" of more than ${longestId} characters`;
    const earlier = byId.get(entry['id']);
    // Two different values for one ID are ambiguous (E71).
    if (earlier !== undefined && earlier !== entry[member]) return 'holds two different entries with the same "id"';
    byId.set(entry['id'], entry[member]);
  }
  return [...byId];
}

function isTooLong(id: unknown): boolean {
  return typeof id === 'string' && id.length > longestId;
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

// The message suits both a listing and a call.
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
