import { andThen, type Call, type MaybePromise } from '@toolwire/core';
import type { Exchange, HttpRequest, HttpResponse, ToolService } from '@toolwire/core/wire';
import { decodeCall, withToken } from './decode.ts';
import { encodeOutcome } from './encode-outcome.ts';
import { encodeRefusal, type RefusalStyle } from './encode-refusal.ts';
import type { Listing } from './listing.ts';
import type { ArcadeSettings } from './options.ts';
import type { AuthenticatedEngine } from './worker-auth.ts';

/** Decodes an execute request, runs the call and encodes its outcome. */
export type CallRoute = (request: HttpRequest, engine: AuthenticatedEngine) => MaybePromise<Exchange>;

/** Creates the function behind both call routes. */
export function createCallRoute(settings: ArcadeSettings, listing: Listing, style: RefusalStyle): CallRoute {
  const serveCall =
    (call: Call, token: string | undefined) =>
    (service: ToolService): MaybePromise<HttpResponse> => {
      if (token === undefined) return run(call, service, settings, style);
      return andThen(service.page(call), (page) => {
        const providerId = listing.providerOf(page, call.toolId);
        return run(withToken(call, token, providerId), service, settings, style);
      });
    };
  return (request, { caller }) =>
    andThen(request.json(), (body): Exchange => {
      const decoded = decodeCall(body, request, caller);
      return decoded.ok
        ? { op: 'serve', serve: serveCall(decoded.call, decoded.token) }
        : { op: 'answer', response: encodeRefusal(decoded.refusal, style) };
    });
}

// A separate function, so that its closure keeps only the call while the tool runs, and not the whole body.
function run(
  call: Call,
  service: ToolService,
  { profile, wrapLists }: ArcadeSettings,
  style: RefusalStyle,
): MaybePromise<HttpResponse> {
  const { callId: executionId } = call;
  return andThen(service.call(call), (outcome) =>
    encodeOutcome(outcome, { executionId, finishedAt: Date.now(), profile, wrapLists }, style),
  );
}
