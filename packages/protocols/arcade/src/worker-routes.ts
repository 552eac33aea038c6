import { andThen, type MaybePromise, type RefusedOutcome } from '@toolwire/core';
import { type Exchange, type HttpRequest, type HttpResponse, jsonResponse, type WireRoute } from '@toolwire/core/wire';
import { createCallRoute } from './call-route.ts';
import { encodeRefusal } from './encode-refusal.ts';
import { createListing } from './listing.ts';
import type { ArcadeOptions, ArcadeSettings } from './options.ts';
import { type AuthenticatedEngine, authenticateEngine } from './worker-auth.ts';

/** `/worker/health`, `/worker/tools`, `/worker/tools/invoke` and, with `authorizationStatus`, `/worker/authorization`. */
export function workerRoutes(prefix: string, settings: ArcadeSettings, options: ArcadeOptions): readonly WireRoute[] {
  const { workerSecret, authorizationStatus } = options;
  const listing = createListing();
  const authenticate = authenticateEngine(workerSecret);
  const call = createCallRoute({ ...settings, profile: 'worker', wrapLists: false }, listing, 'worker');
  const guarded = {
    admission: workerSecret === undefined ? 'server' : 'own',
    refuse: (refusal: Parameters<WireRoute['refuse']>[0]): HttpResponse => encodeRefusal(refusal, 'worker'),
  } as const;
  const authenticated =
    (accept: (request: HttpRequest, engine: AuthenticatedEngine) => MaybePromise<Exchange>): WireRoute['accept'] =>
    (request) =>
      andThen(authenticate(request), (engine) =>
        engine.ok ? accept(request, engine) : { op: 'answer', response: encodeRefusal(engine.refusal, 'worker') },
      );
  const list = authenticated(({ values }, { caller: { principal } }) => ({
    op: 'serve',
    serve: (service) => andThen(service.page({ principal, values }), (page) => listing.reply(page)),
  }));
  return [
    { method: 'GET', path: `${prefix}/health`, op: 'health', accept: () => health, refuse: guarded.refuse },
    { ...guarded, method: 'GET', path: `${prefix}/tools`, op: 'list', accept: list },
    { ...guarded, method: 'POST', path: `${prefix}/tools/invoke`, op: 'call', accept: authenticated(call) },
    ...(authorizationStatus === undefined
      ? []
      : [
          {
            ...guarded,
            method: 'GET',
            path: `${prefix}/authorization`,
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
        : jsonResponse(503, { status: 'unavailable', reason: service.unhealthyReason?.() }),
    ),
};

async function readAuthorizationStatus(
  request: HttpRequest,
  authorizationStatus: NonNullable<ArcadeOptions['authorizationStatus']>,
): Promise<Exchange> {
  const id = new URLSearchParams(request.query).get('id');
  if (id === null || id === '') return answer(400, { detail: 'The query parameter "id" is required: ?id=…' });
  try {
    const authorization = await authorizationStatus(id, request);
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
