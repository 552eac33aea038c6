import {
  type Call,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  andThen,
  type MaybePromise,
  type RefusedOutcome,
  type WireCodec,
  type WireRoute,
} from '@toolwire/core';
import { type CallRequest, decodeCall, decodeSchema } from './decode.ts';
import { encodeOutcome } from './encode-outcome.ts';
import { encodeRefusal } from './encode-refusal.ts';
import { type Envelope, plainEnvelope } from './envelope.ts';
import { isObject } from './json-shape.ts';
import { jsonResponse } from './json-response.ts';
import { createListing } from './listing.ts';
import { type OtcOptions, type OtcSettings, otcSettings } from './options.ts';
import { refused, refusedBody } from './refusal.ts';

/** Open Tool Calling 1.0: `GET /health`, `GET /tools` and `POST /tools/call`. */
export function otc(options: OtcOptions = {}): WireCodec {
  const settings = otcSettings(options);
  const { prefix } = settings;
  const refuse = (refusal: RefusedOutcome): HttpResponse => encodeRefusal(refusal, plainEnvelope, settings);
  const call = (path: string, listing: string): WireRoute => ({
    method: 'POST',
    path: prefix + path,
    op: 'call',
    accept: (request) => acceptCall(request, listing, settings),
    refuse,
  });
  return {
    name: 'otc',
    routes: [
      { method: 'GET', path: `${prefix}/health`, op: 'health', accept: () => healthExchange, refuse },
      { method: 'GET', path: `${prefix}/tools`, op: 'list', accept: createListRoute(settings), refuse },
      call('/tools/call', '../tools'),
      // E01: the path of the text's own examples.
      ...(settings.callAlias ? [call('/call', 'tools')] : []),
    ],
  };
}

// OTC-HLTH-01 to 04. The body is ours to choose.
const healthExchange: Exchange = {
  op: 'health',
  reply: (healthy) => jsonResponse(healthy ? 200 : 503, { status: healthy ? 'ok' : 'unavailable' }),
};

function acceptCall(request: HttpRequest, listing: string, settings: OtcSettings): MaybePromise<Exchange> {
  return andThen(request.json(), (body): Exchange => {
    const decoded = decodeCall(body, request, settings);
    if (!decoded.ok) return { op: 'answer', response: encodeRefusal(decoded.refusal, plainEnvelope, settings) };
    const { request: asked, envelope } = decoded.value;
    return {
      op: 'call',
      call: toCall(asked, request),
      reply: (outcome) => encodeOutcome(outcome, { callId: asked.callId, envelope, listing }, settings),
    };
  });
}

function toCall(asked: CallRequest, request: HttpRequest): Call {
  return {
    wire: 'otc',
    toolId: asked.toolId,
    callId: asked.callId,
    traceId: asked.traceId,
    input: asked.input,
    context: asked.context,
    lifetime: request,
    values: request.values,
    reportProgress: undefined,
  };
}

const maxListBodyBytes = 64 * 1024;

function createListRoute(settings: OtcSettings): WireRoute['accept'] {
  const listing = createListing(settings.items);

  const exchange = (request: HttpRequest, sent: unknown): Exchange => {
    const schema = decodeSchema(sent, request, settings);
    if (!schema.ok) return { op: 'answer', response: encodeRefusal(schema.refusal, plainEnvelope, settings) };
    return { op: 'list', reply: (page) => listing.reply(page, schema.value, request.header('if-none-match')) };
  };

  return (request) => {
    const asked = new URLSearchParams(request.query).get('$schema') ?? undefined;
    if (!announcesBody(request)) return exchange(request, asked);
    // OTC-LIST-05, E11: the text puts `$schema` into the body of the GET; callers that cannot send one use the query.
    return andThen(request.json({ maxBytes: maxListBodyBytes, anyMediaType: true }), (body): Exchange => {
      if (!body.ok && body.problem === 'empty') return exchange(request, asked);
      const refusal = body.ok
        ? isObject(body.value)
          ? undefined
          : refused('malformed', 'The request could not be read', 'The body must be a JSON object, or left out')
        : refusedBody(body.problem, body.detail);
      if (refusal !== undefined) {
        return { op: 'answer', response: encodeRefusal(refusal, plainEnvelope, settings) };
      }
      return exchange(request, (body as { value: { $schema?: unknown } }).value.$schema ?? asked);
    });
  };
}

function announcesBody(request: HttpRequest): boolean {
  const length = request.header('content-length');
  return (length !== undefined && length !== '0') || request.header('transfer-encoding') !== undefined;
}
