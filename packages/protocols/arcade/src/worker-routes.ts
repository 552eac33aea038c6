import { andThen, type MaybePromise, type RefusedOutcome } from '@toolwire/core';
import type { Caller } from '@toolwire/core/internal';
import { type Exchange, type HttpRequest, type HttpResponse, jsonResponse, type WireRoute } from '@toolwire/core/wire';
import { createEngineAuthenticator } from './authenticate-engine.ts';
import { createCallRoute } from './call-route.ts';
import { encodeRefusal } from './encode-refusal.ts';
import { createListing } from './listing.ts';

/** `/worker/health`, `/worker/tools` and `/worker/tools/invoke`. */
export function workerRoutes(prefix: string, workerSecret: string | undefined): readonly WireRoute[] {
  const listing = createListing();
  const authenticateEngine = createEngineAuthenticator(workerSecret);
  const refuse = (refusal: RefusedOutcome): HttpResponse => encodeRefusal(refusal, 'worker');
  const guarded = { admission: workerSecret === undefined ? 'server' : 'own', refuse } as const;
  function authenticated(
    accept: (request: HttpRequest, caller: Caller) => MaybePromise<Exchange>,
  ): WireRoute['accept'] {
    return (request) =>
      andThen(authenticateEngine(request), (engine) =>
        engine.ok ? accept(request, engine.caller) : { op: 'answer', response: refuse(engine.refusal) },
      );
  }
  const list = authenticated(({ values }, { principal }) => ({
    op: 'serve',
    serve: (service) => andThen(service.page({ principal, values }), listing),
  }));
  return [
    { refuse, admission: 'own', method: 'GET', path: `${prefix}/worker/health`, op: 'health', accept: () => health },
    { ...guarded, method: 'GET', path: `${prefix}/worker/tools`, op: 'list', accept: list },
    {
      ...guarded,
      method: 'POST',
      path: `${prefix}/worker/tools/invoke`,
      op: 'call',
      accept: authenticated(createCallRoute('worker')),
    },
  ];
}

// `tool_count` is a string in Arcade's health response. E70
const health: Exchange = {
  op: 'serve',
  serve: (service) =>
    andThen(service.isHealthy(), (healthy) =>
      healthy
        ? jsonResponse(200, { status: 'ok', tool_count: String(service.countTools()) })
        : jsonResponse(503, { status: 'unavailable', reason: service.unhealthyReason() }),
    ),
};
