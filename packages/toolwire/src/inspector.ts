import type { Call, Logger, Stage } from '@toolwire/core';
import { type InspectorRoute, inspectorRoutes, type StageObserver, stageObserverMark } from '@toolwire/core/internal';
import type { HttpResponse, WireCodec, WireRoute } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import type { createInspector, Inspector } from '@toolwire/inspector';
import {
  checkNames,
  type InspectorOptions,
  inspectorOptionNames,
  isInspectorOff,
  isModuleNotFound,
  type ModelsModule,
  mergeOptions,
} from '@toolwire/internal';
import { loadOnce } from './load-package.ts';

/** The routes and the middleware of the inspector; empty if it is off. */
export interface InspectorSupport {
  readonly wires: readonly WireCodec[];
  readonly use: readonly Stage<Call>[];
  readonly around: Inspector['around'];
}

/** Set by `toolwire dev` to the URL of a module with the inspector, which needs no installation this way. */
const inspectorVariable = 'TOOLWIRE_DEV_INSPECTOR';

/** The packages that `toolwire dev` provides. */
interface DevPackages extends ModelsModule {
  readonly createInspector: typeof createInspector;
}

function findDevPackages(): (() => Promise<DevPackages>) | undefined {
  const url = process.env[inspectorVariable];
  if (url === undefined || url === '') return undefined;
  return async () => ((await import(url)) as { readonly devPackages: DevPackages }).devPackages;
}

const noInspector: InspectorSupport = { wires: [], use: [], around: [] };

/**
 * The inspector of a server. Its package is loaded when its page is first requested. Until then it takes no memory and does not affect
 * calls. Under `toolwire dev` it is on by default.
 */
export function lazyInspector(
  option: InspectorOptions | boolean | undefined,
  wires: readonly WireCodec[],
  logger: Logger,
): InspectorSupport {
  const loadDevPackages = findDevPackages();
  const isDefault = option === undefined && loadDevPackages !== undefined;
  const options = option === true || isDefault ? {} : option || undefined;
  if (options === undefined) return noInspector;
  checkNames('inspector of toolwire()', options, inspectorOptionNames);
  const routes = inspectorRoutes(options);
  // A page of the app at that path has priority.
  const isTaken = isDefault && wires.some((wire) => wire.routes.some(({ path }) => path === routes.page.path));
  if (isTaken || isInspectorOff(options)) return noInspector;
  let loaded: Inspector | undefined;
  const load = loadOnce(async () => {
    // NODE_ENV may be set after the server is created. The first request decides.
    if (isInspectorOff(options)) return undefined;
    const packages = await (loadDevPackages?.() ?? import('@toolwire/inspector'));
    loaded = packages.createInspector({ ...mergeOptions({ models: loadDevPackages }, options), wires });
    return loaded;
  });
  const acceptOnceLoaded = createLazyAccept(load, logger);
  const observer = lazyObserver(() => loaded?.use[0]);
  return {
    wires: [
      {
        name: 'inspector',
        routes: Object.values(routes).map((route) => ({ ...route, accept: acceptOnceLoaded(route) })),
      },
    ],
    use: [lazyStage(() => loaded?.use[0], observer)],
    around: [lazyStage(() => loaded?.around[0], observer)],
  };
}

/** Returns the function that loads the inspector and serves one of its routes. */
function createLazyAccept(
  load: () => Promise<Inspector | undefined>,
  logger: Logger,
): (route: InspectorRoute) => WireRoute['accept'] {
  let loggedReason: string | undefined;
  // Logged once, because every client that knows the path can try again.
  const log = (thrown: unknown): void => {
    const error = describeThrown(thrown);
    if (error.message === loggedReason) return;
    loggedReason = error.message;
    logger.error({ error }, 'The inspector could not be loaded');
  };
  return ({ method, path }) =>
    async (request) => {
      let inspector: Inspector | undefined;
      try {
        inspector = await load();
      } catch (thrown) {
        log(thrown);
        return { op: 'answer', response: isModuleNotFound(thrown) ? notInstalled : notLoaded };
      }
      if (inspector === undefined) return { op: 'answer', response: off };
      const route = inspector.wire.routes.find((candidate) => candidate.path === path && candidate.method === method);
      return route === undefined ? { op: 'answer', response: otherVersion } : route.accept(request);
    };
}

/** A stage that passes calls on until the inspector is loaded. */
function lazyStage<Needs extends Call>(find: () => Stage<Needs> | undefined, observer: StageObserver): Stage<Needs> {
  const stage: Stage<Needs> = (call, next) => {
    const loaded = find();
    return loaded === undefined ? next() : loaded(call, next);
  };
  return Object.assign(stage, { [stageObserverMark]: observer });
}

function lazyObserver(find: () => object | undefined): StageObserver {
  const observerOf = (stage: object | undefined): StageObserver | undefined =>
    stage && (Reflect.get(stage, stageObserverMark) as StageObserver | undefined);
  return {
    isOn: () => observerOf(find())?.isOn() === true,
    reached: (call, stage) => observerOf(find())?.reached(call, stage),
  };
}

const notInstalled = textResponse(
  501,
  'The inspector is a separate package. Run: npm install --save-dev @toolwire/inspector',
);
const notLoaded = textResponse(500, 'The inspector could not be loaded. The log of the server has the reason.');
const off = textResponse(404, 'The inspector is off, because NODE_ENV is production and `inspector.auth` is not set.');
const otherVersion = textResponse(501, '@toolwire/inspector and toolwire have different versions. Update both.');

function textResponse(status: number, message: string): HttpResponse {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return { status, headers, body: `${message}\n` };
}
