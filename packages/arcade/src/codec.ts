import {
  andThen,
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  type MaybePromise,
  type ToolService,
  type WireCodec,
  type WireRoute,
} from '@toolwire/core';
import { answerStatus } from './authorization-status.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { decodeCall } from './decode.ts';
import { encodeOutcome } from './encode-outcome.ts';
import { encodeRefusal, type RefusalStyle } from './encode-refusal.ts';
import { workerHealth } from './health.ts';
import { type ArcadeOptions, type ArcadeSettings, arcadeSettings } from './options.ts';
import { type Admitted, admitEngine } from './worker-auth.ts';

/** Arcade: `POST /tools/execute`, and the worker routes `/worker/health`, `/worker/tools` and `/worker/tools/invoke`. */
export function arcade(options: ArcadeOptions = {}): WireCodec {
  const settings = arcadeSettings(options);
  const { executePath, workerPath } = settings;
  const execute = executePath === undefined ? [] : [executeRoute(executePath, settings)];
  const worker = workerPath === undefined ? [] : workerRoutes(workerPath, settings, options);
  return { name: 'arcade', routes: [...execute, ...worker] };
}

function executeRoute(path: string, settings: ArcadeSettings): WireRoute {
  const call = createCallRoute(settings, createCatalog(), 'execute');
  return {
    method: 'POST',
    path,
    op: 'call',
    accept: (request) => call(request, { ok: true, principal: request.principal }),
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
      accept: admitted((_request, { principal }) => ({
        op: 'serve',
        serve: (service) => catalog.list(service.page(principal)),
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
  const { profile, wrapLists, now } = settings;
  return (request, { principal }) =>
    andThen(request.json(), (body): Exchange => {
      const serve = (service: ToolService): MaybePromise<HttpResponse> => {
        const providerOf = (toolId: string): string | undefined => catalog.providerOf(service.page(principal), toolId);
        const decoded = decodeCall(body, request, principal, providerOf);
        if (!decoded.ok) return encodeRefusal(decoded.refusal, style);
        const { call } = decoded;
        return service
          .call(call)
          .then((outcome) =>
            encodeOutcome(outcome, { executionId: call.callId, finishedAt: now(), profile, wrapLists }, style),
          );
      };
      return { op: 'serve', serve };
    });
}
