import { andThen, type MaybePromise, type RefusedOutcome } from '@toolwire/core';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
  markRelease,
  type WireCodec,
  type WireHeaders,
  type WireRoute,
} from '@toolwire/core/wire';
import { type Decoded, decodeCall, decodeCancel, decodeListBody, decodeSchema } from './decode.ts';
import { encodeOutcome } from './encode-outcome.ts';
import { encodeRefusal } from './encode-refusal.ts';
import { plainEnvelope } from './envelope.ts';
import { createListing } from './listing.ts';
import { type OtcOptions, type OtcSettings, otcSettings } from './options.ts';

/** Open Tool Calling 1.0: `GET /health`, `GET /tools` (OTC-LIST-01) and `POST /tools/call` (OTC-CALL-01). */
export function otc(options: OtcOptions = {}): WireCodec {
  const settings = otcSettings(options);
  const { prefix } = settings;
  const refuse = (refusal: RefusedOutcome): HttpResponse => encodeRefusal(refusal, plainEnvelope, settings);
  // OTC-LIST-07, E23: nothing in the text stands against 401 on the listing.
  const refuseList = (refusal: RefusedOutcome): HttpResponse =>
    encodeRefusal(refusal, plainEnvelope, { ...settings, callAuthStatus: 401 });
  const call = (path: string, listing: string): WireRoute => ({
    method: 'POST',
    path: prefix + path,
    op: 'call',
    accept: (request) => acceptCall(request, listing, settings),
    refuse,
  });
  return markRelease({
    name: 'otc',
    headers,
    routes: [
      { method: 'GET', path: `${prefix}/health`, op: 'health', accept: () => healthExchange, refuse },
      { method: 'GET', path: `${prefix}/tools`, op: 'list', accept: createListRoute(settings), refuse: refuseList },
      call('/tools/call', '../tools'),
      // E01: the path of the text's own examples.
      ...(settings.callAlias ? [call('/call', 'tools')] : []),
      ...(settings.cancel ? [cancelRoute(settings, refuse)] : []),
    ],
  });
}

const headers: WireHeaders = {
  reads: [
    'baggage',
    'if-none-match',
    'otc-api-key',
    'otc-version',
    'oxp-api-key',
    'oxp-version',
    'traceparent',
    'tracestate',
  ],
  sends: [
    'deprecation',
    'etag',
    'call-running',
    'idempotency-replayed',
    'link',
    'retry-after',
    'sunset',
    'www-authenticate',
    'x-should-retry',
  ],
};

// OTC-HLTH-01, OTC-HLTH-02, OTC-HLTH-03, OTC-HLTH-04. The body is ours to choose.
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

// The standard has no such route. A server that drains cancels as well.
function cancelRoute(settings: OtcSettings, refuse: WireRoute['refuse']): WireRoute {
  const path = `${settings.prefix}/tools/cancel`;
  const accept: WireRoute['accept'] = (request) =>
    andThen(request.json(), (body): Exchange => {
      const decoded = decodeCancel(body, request, settings);
      if (!decoded.ok) return { op: 'answer', response: encodeRefusal(decoded.refusal, plainEnvelope, settings) };
      const call = decoded.value;
      // The same whether or not there is such a call, and whoever it belongs to.
      const answer = jsonResponse(202, { call_id: call.callId });
      return { op: 'serve', serve: (service) => service.cancel(call).then(() => answer) };
    });
  return { method: 'POST', path, op: 'any', accept, refuse };
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
