import { andThen, type Call, type MaybePromise } from '@toolwire/core';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  markRelease,
  type ToolService,
  type WireCodec,
  type WireHeaders,
  type WireRoute,
} from '@toolwire/core/wire';
import { answerStatus } from './authorization-status.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { decodeCall, withToken } from './decode.ts';
import { encodeOutcome } from './encode-outcome.ts';
import { encodeRefusal, type RefusalStyle } from './encode-refusal.ts';
import { workerHealth } from './health.ts';
import { type ArcadeOptions, type ArcadeSettings, arcadeSettings } from './options.ts';
import { type Admitted, admitEngine, callerOf } from './worker-auth.ts';

/** Arcade: `POST /tools/execute`, and the worker routes `/worker/health`, `/worker/tools` and `/worker/tools/invoke`. */
export function arcade(options: ArcadeOptions = {}): WireCodec {
  const settings = arcadeSettings(options);
  const { executePath, workerPath } = settings;
  const execute = executePath === undefined ? [] : [executeRoute(executePath, settings)];
  const worker = workerPath === undefined ? [] : workerRoutes(workerPath, settings, options);
  return markRelease({ name: 'arcade', headers, routes: [...execute, ...worker] });
}

const headers: WireHeaders = {
  reads: ['baggage', 'traceparent', 'tracestate'],
  sends: ['deprecation', 'idempotency-replayed', 'link', 'retry-after', 'sunset', 'www-authenticate'],
};

function executeRoute(path: string, settings: ArcadeSettings): WireRoute {
  const call = createCallRoute(settings, createCatalog(), 'execute');
  return {
    method: 'POST',
    path,
    op: 'call',
    accept: (request) => call(request, { ok: true, caller: callerOf(request) }),
    refuse: (refusal) => encodeRefusal(refusal, 'execute'),
  };
}

function workerRoutes(prefix: string, settings: ArcadeSettings, options: ArcadeOptions): readonly WireRoute[] {
  const { workerSecret, authorizationStatus } = options;
  const catalog = createCatalog();
  const admit = admitEngine(workerSecret);
  const call = createCallRoute({ ...settings, profile: 'wire', wrapLists: false }, catalog, 'worker');
  const admission = workerSecret === undefined ? 'server' : 'own';
  const refuse: WireRoute['refuse'] = (refusal) => encodeRefusal(refusal, 'worker');
  const admitted =
    (
      accept: (request: HttpRequest, who: Admitted & { readonly ok: true }) => MaybePromise<Exchange>,
    ): WireRoute['accept'] =>
    (request) =>
      andThen(admit(request), (who) =>
        who.ok ? accept(request, who) : { op: 'answer', response: encodeRefusal(who.refusal, 'worker') },
      );
  return [
    { method: 'GET', path: `${prefix}/health`, op: 'health', accept: () => workerHealth, refuse },
    {
      method: 'GET',
      path: `${prefix}/tools`,
      op: 'list',
      admission,
      accept: admitted(({ values }, { caller: { principal } }) => ({
        op: 'serve',
        serve: (service) => andThen(service.page({ principal, values }), (page) => catalog.list(page)),
      })),
      refuse,
    },
    { method: 'POST', path: `${prefix}/tools/invoke`, op: 'call', admission, accept: admitted(call), refuse },
    ...(authorizationStatus === undefined
      ? []
      : [
          {
            method: 'GET',
            path: `${prefix}/authorization`,
            op: 'any',
            admission,
            accept: admitted((request) => answerStatus(request, authorizationStatus)),
            refuse,
          } as const,
        ]),
  ];
}

type CallRoute = (request: HttpRequest, who: Admitted & { readonly ok: true }) => MaybePromise<Exchange>;

function createCallRoute(settings: ArcadeSettings, catalog: Catalog, style: RefusalStyle): CallRoute {
  const serving =
    (call: Call, token: string | undefined) =>
    (service: ToolService): MaybePromise<HttpResponse> =>
      token === undefined
        ? run(call, service, settings, style)
        : andThen(service.page(call), (page) =>
            run(withToken(call, token, catalog.providerOf(page, call.toolId)), service, settings, style),
          );
  return (request, { caller }) =>
    andThen(request.json(), (body): Exchange => {
      const decoded = decodeCall(body, request, caller);
      return decoded.ok
        ? { op: 'serve', serve: serving(decoded.call, decoded.token) }
        : { op: 'answer', response: encodeRefusal(decoded.refusal, style) };
    });
}

// By itself, so that of the body nothing but the call is held for as long as its tool runs.
function run(
  call: Call,
  service: ToolService,
  { profile, wrapLists, now }: ArcadeSettings,
  style: RefusalStyle,
): MaybePromise<HttpResponse> {
  const { callId: executionId } = call;
  return andThen(service.call(call), (outcome) =>
    encodeOutcome(outcome, { executionId, finishedAt: now(), profile, wrapLists }, style),
  );
}
