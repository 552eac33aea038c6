import { andThen, type RefusedOutcome } from '@toolwire/core';
import { markReleaseLine } from '@toolwire/core/internal';
import type { Exchange, HttpResponse, WireCodec, WireHeaders, WireRoute } from '@toolwire/core/wire';
import { cancelRoute } from './cancel.ts';
import { decodeCall } from './decode-call.ts';
import { encodeOutcome } from './encode-outcome.ts';
import { encodeRefusal, plainEnvelope } from './encode-refusal.ts';
import { healthRoute } from './health.ts';
import { listingAuthStatus } from './http-status.ts';
import { listRoute } from './listing.ts';
import { openApiRoute } from './open-api.ts';
import { type OtcOptions, type OtcSettings, otcSettings } from './options.ts';
import { versionEcho } from './protocol-version.ts';

/** Open Tool Calling 1.0: `GET /health`, `GET /tools` (OTC-LIST-01) and `POST /tools/call` (OTC-CALL-01). */
export function otc(options: OtcOptions = {}): WireCodec {
  const settings = otcSettings(options);
  const refuse = (refusal: RefusedOutcome): HttpResponse => encodeRefusal(refusal, plainEnvelope, settings);
  const refuseList = (refusal: RefusedOutcome): HttpResponse =>
    encodeRefusal(refusal, plainEnvelope, { ...settings, callAuthStatus: listingAuthStatus });
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
    const echoVersion = versionEcho(request);
    return andThen(request.json(), (body): Exchange => {
      const decoded = decodeCall(body, request, settings);
      if (!decoded.ok) return { op: 'answer', response: echoVersion(refuse(decoded.refusal)) };
      const { call, envelope } = decoded.value;
      return {
        op: 'call',
        call,
        reply: (outcome) => echoVersion(encodeOutcome(outcome, { callId: call.callId, envelope, listing }, settings)),
      };
    });
  };
  return { method: 'POST', path: settings.prefix + path, op: 'call', accept, refuse };
}
