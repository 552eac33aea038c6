import { andThen, type MaybePromise, type RefusedOutcome } from '@toolwire/core';
import type { Caller } from '@toolwire/core/internal';
import { type Exchange, type HttpRequest, type HttpResponse, jsonResponse, type WireRoute } from '@toolwire/core/wire';
import { createEngineAuthenticator } from './authenticate-engine.ts';
import { createCallRoute } from './call-route.ts';
import { encodeRefusal } from './encode-refusal.ts';
import { createListing } from './listing.ts';
import type { ArcadeOptions } from './options.ts';

/** `/worker/health`, `/worker/tools`, `/worker/tools/invoke` and, with `authorizationStatus`, `/worker/authorization`. */
export function workerRoutes(
  prefix: string,
  { workerSecret, authorizationStatus }: ArcadeOptions,
): readonly WireRoute[] {
  const listing = createListing();
  const authenticateEngine = createEngineAuthenticator(workerSecret);
  const guarded = {
    admission: workerSecret === undefined ? 'server' : 'own',
    refuse: (refusal: RefusedOutcome): HttpResponse => encodeRefusal(refusal, 'worker'),
  } as const;
  function authenticated(
    accept: (request: HttpRequest, caller: Caller) => MaybePromise<Exchange>,
  ): WireRoute['accept'] {
    return (request) =>
      andThen(authenticateEngine(request), (engine) =>
        engine.ok
          ? accept(request, engine.caller)
          : { op: 'answer', response: encodeRefusal(engine.refusal, 'worker') },
      );
  }
  const list = authenticated(({ values }, { principal }) => ({
    op: 'serve',
    serve: (service) => andThen(service.page({ principal, values }), listing),
  }));
  return [
    {
      method: 'GET',
      path: `${prefix}/worker/health`,
      op: 'health',
      admission: 'own',
      accept: () => health,
      refuse: guarded.refuse,
    },
    { ...guarded, method: 'GET', path: `${prefix}/worker/tools`, op: 'list', accept: list },
    {
      ...guarded,
      method: 'POST',
      path: `${prefix}/worker/tools/invoke`,
      op: 'call',
      accept: authenticated(createCallRoute('worker')),
    },
    ...(authorizationStatus === undefined
      ? []
      : [
          {
            ...guarded,
            method: 'GET',
            path: `${prefix}/worker/authorization`,
            op: 'any',
            accept: authenticated((request) => readAuthorizationStatus(request, authorizationStatus)),
          } as const,
        ]),
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

async function readAuthorizationStatus(
  request: HttpRequest,
  authorizationStatus: NonNullable<ArcadeOptions['authorizationStatus']>,
): Promise<Exchange> {
  const id = new URLSearchParams(request.query).get('id');
  if (id === null || id === '') return answer(400, { detail: 'The query parameter "id" is required: ?id=…' });
  try {
    // A query of a database returns null for a missing row.
    const authorization = (await authorizationStatus(id, request)) ?? undefined;
    if (authorization === undefined) return answer(404, { detail: 'No authorization has this id' });
    const { url, scopes, status } = authorization;
    return answer(200, { id, url, scopes, status });
  } catch (thrown) {
    request.report?.(thrown, 'authorizationStatus of arcade() failed; GET /worker/authorization responded 503');
    return { op: 'answer', response: encodeRefusal(statusUnavailable, 'worker') };
  }
}

const statusUnavailable: RefusedOutcome = {
  kind: 'refused',
  code: 'unavailable',
  message: 'The status of the authorization is unavailable at the moment. Try again later.',
  retryAfterMs: 10_000,
};

function answer(status: number, body: object): Exchange {
  return { op: 'answer', response: jsonResponse(status, body) };
}
