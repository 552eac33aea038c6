import {
  andThen,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
  type MaybePromise,
  type RefusedOutcome,
  type WireCodec,
  type WireRoute,
} from '@toolwire/core';
import { type Decoded, decodeCall, decodeListBody, decodeSchema } from './decode.ts';
import { encodeOutcome } from './encode-outcome.ts';
import { encodeRefusal } from './encode-refusal.ts';
import { plainEnvelope } from './envelope.ts';
import { createListing } from './listing.ts';
import { type OtcOptions, type OtcSettings, otcSettings } from './options.ts';

/** Open Tool Calling 1.0: `GET /health`, `GET /tools` and `POST /tools/call`. */
export function otc(options: OtcOptions = {}): WireCodec {
  const settings = otcSettings(options);
  const { prefix } = settings;
  const refuse = (refusal: RefusedOutcome): HttpResponse => encodeRefusal(refusal, plainEnvelope, settings);
  // E23: nothing in the text stands against 401 on the listing.
  const refuseList = (refusal: RefusedOutcome): HttpResponse =>
    encodeRefusal(refusal, plainEnvelope, { ...settings, callAuthStatus: 401 });
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
      { method: 'GET', path: `${prefix}/tools`, op: 'list', accept: createListRoute(settings), refuse: refuseList },
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
    const { call, envelope } = decoded.value;
    return {
      op: 'call',
      call,
      reply: (outcome) => encodeOutcome(outcome, { callId: call.callId, envelope, listing }, settings),
    };
  });
}

const maxListBodyBytes = 64 * 1024;

function createListRoute(settings: OtcSettings): WireRoute['accept'] {
  const listing = createListing(settings.items);

  const exchange = (request: HttpRequest, sent: Decoded<unknown>): Exchange => {
    const schema = sent.ok ? decodeSchema(sent.value ?? queriedSchema(request), request, settings) : sent;
    if (!schema.ok) return { op: 'answer', response: encodeRefusal(schema.refusal, plainEnvelope, settings) };
    return { op: 'list', reply: (page) => listing.reply(page, schema.value, request.header('if-none-match')) };
  };

  return (request) =>
    announcesBody(request)
      ? andThen(request.json({ maxBytes: maxListBodyBytes, anyMediaType: true }), (body) =>
          exchange(request, decodeListBody(body)),
        )
      : exchange(request, { ok: true, value: undefined });
}

// E11: for callers that cannot send a body with a GET, such as web pages.
function queriedSchema({ query }: HttpRequest): string | null {
  return query === '' ? null : new URLSearchParams(query).get('$schema');
}

function announcesBody(request: HttpRequest): boolean {
  const length = request.header('content-length');
  return (length !== undefined && length !== '0') || request.header('transfer-encoding') !== undefined;
}
