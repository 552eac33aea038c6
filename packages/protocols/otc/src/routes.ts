import { andThen, type Call, type RefusedOutcome } from '@toolwire/core';
import { markReleaseLine } from '@toolwire/core/internal';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  type JsonBody,
  jsonResponse,
  type WireCodec,
  type WireHeaders,
  type WireRoute,
} from '@toolwire/core/wire';
import { decodeCall } from './decode-call.ts';
import { type Decoded, malformed } from './decode-refusals.ts';
import { encodeOutcome } from './encode-outcome.ts';
import { encodeRefusal, plainEnvelope } from './encode-refusal.ts';
import { callStatusOf, listingStatusOf } from './http-status.ts';
import { listRoute } from './listing.ts';
import { openApiRoute } from './open-api.ts';
import { type OtcOptions, type OtcSettings, otcSettings } from './options.ts';
import { echoVersion } from './protocol-version.ts';

/** Open Tool Calling 1.0: `GET /health`, `GET /tools` (OTC-LIST-01) and `POST /tools/call` (OTC-CALL-01). */
export function otc(options: OtcOptions = {}): WireCodec {
  const settings = otcSettings(options);
  const refuse = (refusal: RefusedOutcome): HttpResponse =>
    encodeRefusal(refusal, plainEnvelope, callStatusOf(refusal.code, settings));
  const refuseList = (refusal: RefusedOutcome): HttpResponse =>
    encodeRefusal(refusal, plainEnvelope, listingStatusOf(refusal.code, settings));
  return markReleaseLine({
    name: 'otc',
    headers,
    routes: [
      healthRoute(settings, refuse),
      listRoute(settings, refuseList),
      callRoute('/tools/call', '../tools', settings, refuse),
      // The path in the examples of the standard (E01).
      ...(settings.callAlias ? [callRoute('/call', 'tools', settings, refuse)] : []),
      cancelRoute(settings, refuse),
      ...(settings.openApi === undefined ? [] : [openApiRoute(settings, settings.openApi, refuseList)]),
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
    'oxp-version',
    'retry-after',
    'sunset',
    'www-authenticate',
    'x-should-retry',
  ],
};

/** The route of calls at a path. `listing` is the URL of the listing, relative to that path. */
function callRoute(path: string, listing: string, settings: OtcSettings, refuse: WireRoute['refuse']): WireRoute {
  const accept: WireRoute['accept'] = (request) => {
    const sentVersion = request.header('oxp-version');
    return andThen(request.json(), (body): Exchange => {
      const decoded = decodeCall(body, request, settings);
      if (!decoded.ok) return { op: 'answer', response: echoVersion(sentVersion, refuse(decoded.refusal)) };
      const { call, envelope } = decoded.value;
      return {
        op: 'call',
        call,
        reply: (outcome) =>
          echoVersion(sentVersion, encodeOutcome(outcome, { callId: call.callId, envelope, listing }, settings)),
      };
    });
  };
  return { method: 'POST', path: settings.prefix + path, op: 'call', accept, refuse };
}

/** `POST /tools/cancel`, an extension of the standard. It also works while the server drains. */
function cancelRoute(settings: OtcSettings, refuse: WireRoute['refuse']): WireRoute {
  const path = `${settings.prefix}/tools/cancel`;
  const accept: WireRoute['accept'] = (request) => {
    const sentVersion = request.header('oxp-version');
    return andThen(request.json(), (body): Exchange => {
      const cancel = decodeCancel(body, request, settings);
      if (!cancel.ok) return { op: 'answer', response: echoVersion(sentVersion, refuse(cancel.refusal)) };
      const call = cancel.value;
      return {
        op: 'serve',
        serve: async (service) => {
          const refusal = await service.cancel(call);
          // The response does not reveal whether the call exists or whose it is.
          return echoVersion(
            sentVersion,
            refusal === undefined ? jsonResponse(202, { call_id: call.callId }) : refuse(refusal),
          );
        },
      };
    });
  };
  return { method: 'POST', path, op: 'any', accept, refuse };
}

// The body is the original call without its input.
function decodeCancel(body: JsonBody, request: HttpRequest, settings: OtcSettings): Decoded<Call> {
  const original = decodeCall(body, request, settings);
  if (!original.ok) return original;
  const { call } = original.value;
  return call.callerCallId === undefined ? malformed('"call_id" is missing') : { ok: true, value: call };
}

/** `GET /health` (OTC-HLTH-01), without credentials (OTC-HLTH-02). `server-health.ts` of `@toolwire/server` decides whether it is healthy. */
function healthRoute({ prefix }: OtcSettings, refuse: WireRoute['refuse']): WireRoute {
  return { method: 'GET', path: `${prefix}/health`, op: 'health', admission: 'own', accept: () => health, refuse };
}

// One object for all requests.
const health: Exchange = { op: 'health', reply: encodeHealth };

/**
 * 200 while the server is healthy, and 503 with the reason otherwise, for example during a shutdown. The standard leaves the
 * body open (OTC-HLTH-02, OTC-HLTH-03, OTC-HLTH-04, E70).
 */
function encodeHealth(healthy: boolean, reason: string | undefined): HttpResponse {
  return healthy ? jsonResponse(200, { status: 'ok' }) : jsonResponse(503, { status: 'unavailable', reason });
}
