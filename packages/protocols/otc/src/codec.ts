import { andThen, type RefusedOutcome } from '@toolwire/core';
import { markRelease } from '@toolwire/core/internal';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
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
  // The standard allows 401 on the listing (OTC-LIST-07, E23).
  const refuseList = (refusal: RefusedOutcome): HttpResponse =>
    encodeRefusal(refusal, plainEnvelope, { ...settings, callAuthStatus: 401 });
  const call = (path: string, listing: string): WireRoute => ({
    method: 'POST',
    path: prefix + path,
    op: 'call',
    accept: acceptCall(listing, settings),
    refuse,
  });
  return markRelease({
    name: 'otc',
    headers,
    routes: [
      { method: 'GET', path: `${prefix}/health`, op: 'health', accept: () => healthExchange, refuse },
      { method: 'GET', path: `${prefix}/tools`, op: 'list', accept: createListRoute(settings), refuse: refuseList },
      call('/tools/call', '../tools'),
      // The path in the examples of the standard (E01).
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
    'call-may-have-run',
    'call-running',
    'idempotency-replayed',
    'link',
    'retry-after',
    'sunset',
    'www-authenticate',
    'x-should-retry',
  ],
};

// The standard leaves the body open. OTC-HLTH-01, OTC-HLTH-02, OTC-HLTH-03, OTC-HLTH-04
const healthExchange: Exchange = {
  op: 'health',
  reply: (healthy, reason) =>
    healthy ? jsonResponse(200, { status: 'ok' }) : jsonResponse(503, { status: 'unavailable', reason }),
};

function acceptCall(listing: string, settings: OtcSettings): WireRoute['accept'] {
  return (request) =>
    andThen(request.json(), (body): Exchange => {
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

// An extension of the standard. It also works while the server drains.
function cancelRoute(settings: OtcSettings, refuse: WireRoute['refuse']): WireRoute {
  const path = `${settings.prefix}/tools/cancel`;
  const accept: WireRoute['accept'] = (request) =>
    andThen(request.json(), (body): Exchange => {
      const decoded = decodeCancel(body, request, settings);
      if (!decoded.ok) return { op: 'answer', response: encodeRefusal(decoded.refusal, plainEnvelope, settings) };
      const call = decoded.value;
      // The response does not reveal whether the call exists or whose it is.
      const answer = jsonResponse(202, { call_id: call.callId });
      const written = (refusal: RefusedOutcome | undefined) =>
        refusal === undefined ? answer : encodeRefusal(refusal, plainEnvelope, settings);
      return { op: 'serve', serve: (service) => service.cancel(call).then(written) };
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

// For callers that can't send a body with GET, such as web pages (E11).
function queriedSchema({ query }: HttpRequest): string | null {
  return query === '' ? null : new URLSearchParams(query).get('$schema');
}

function announcesBody(request: HttpRequest): boolean {
  const length = request.header('content-length');
  return (length !== undefined && length !== '0') || request.header('transfer-encoding') !== undefined;
}
