import { andThen, type Call } from '@toolwire/core';
import { type Exchange, type HttpRequest, type JsonBody, jsonResponse, type WireRoute } from '@toolwire/core/wire';
import { decodeCall } from './decode-call.ts';
import { type Decoded, malformed } from './decode-refusals.ts';
import type { OtcSettings } from './options.ts';
import { versionEcho } from './protocol-version.ts';

/** `POST /tools/cancel`, an extension of the standard. It also works while the server drains. */
export function cancelRoute(settings: OtcSettings, refuse: WireRoute['refuse']): WireRoute {
  const path = `${settings.prefix}/tools/cancel`;
  const accept: WireRoute['accept'] = (request) => {
    const echoVersion = versionEcho(request);
    return andThen(request.json(), (body): Exchange => {
      const cancel = decodeCancel(body, request, settings);
      if (!cancel.ok) return { op: 'answer', response: echoVersion(refuse(cancel.refusal)) };
      const call = cancel.value;
      return {
        op: 'serve',
        serve: async (service) => {
          const refusal = await service.cancel(call);
          // The response does not reveal whether the call exists or whose it is.
          return echoVersion(refusal === undefined ? jsonResponse(202, { call_id: call.callId }) : refuse(refusal));
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
