import type { Call, Logger, Stage } from '@toolwire/core';
import { type StageObserver, stageObserverMark } from '@toolwire/core/internal';
import { type HttpResponse, jsonResponse, type WireCodec, type WireRoute } from '@toolwire/core/wire';
import { describeThrown } from '@toolwire/errors';
import type { Inspector } from '@toolwire/inspector';
import { type InspectorOptions, inspectorPaths, isInspectorOff } from '@toolwire/internal';

/** The routes and the middleware of the inspector; empty if it is off. */
export interface InspectorSupport {
  readonly wires: readonly WireCodec[];
  readonly use: readonly Stage<Call>[];
  readonly around: Inspector['around'];
}

/** Set by `toolwire dev` to the URL of a module with the inspector, which needs no installation this way. */
const devInspector = 'TOOLWIRE_DEV_INSPECTOR';

/** Loads the inspector of `toolwire dev`. */
type LoadDevPackages = () => Promise<
  Pick<typeof import('@toolwire/inspector'), 'createInspector'> &
    Awaited<ReturnType<NonNullable<InspectorOptions['models']>>>
>;

function findDevPackages(): LoadDevPackages | undefined {
  const url = process.env[devInspector];
  if (url === undefined || url === '') return undefined;
  return async () =>
    ((await import(url)) as { readonly devPackages: Awaited<ReturnType<LoadDevPackages>> }).devPackages;
}

const noInspector: InspectorSupport = { wires: [], use: [], around: [] };

/**
 * The inspector for the quickstart. Its package is loaded when its page is first requested; until then it takes no memory and does not
 * affect calls. Under `toolwire dev` it is on by default.
 */
export function lazyInspector(
  option: InspectorOptions | boolean | undefined,
  wires: readonly WireCodec[],
  logger: Logger,
): InspectorSupport {
  const loadDevPackages = findDevPackages();
  const isDefault = option === undefined && loadDevPackages !== undefined;
  const options = option === true || isDefault ? {} : option || undefined;
  if (options === undefined || isInspectorOff(options)) return noInspector;
  const { page, state, feed, models, tasks } = inspectorPaths(options);
  // A page of the app at that path has priority.
  if (isDefault && wires.some(({ routes }) => routes.some(({ path }) => path === page))) return noInspector;
  let loading: Promise<Inspector | undefined> | undefined;
  let use: Stage<Call> | undefined;
  let around: Inspector['around'][number] | undefined;
  const load = async (): Promise<Inspector | undefined> => {
    try {
      const { createInspector } = await (loadDevPackages?.() ?? import('@toolwire/inspector'));
      const inspector = createInspector({ models: loadDevPackages, ...options, wires });
      [use] = inspector.use;
      [around] = inspector.around;
      return inspector;
    } catch (thrown) {
      logger.error({ error: describeThrown(thrown) }, `The inspector was not loaded. ${installAdvice}`);
      return undefined;
    }
  };
  const accept =
    (path: string, method: WireRoute['method'] = 'GET'): WireRoute['accept'] =>
    async (request) => {
      loading ??= load();
      const inspector = await loading;
      const route = inspector?.wire.routes.find((candidate) => candidate.path === path && candidate.method === method);
      return route === undefined ? { op: 'answer', response: notInstalled } : route.accept(request);
    };
  const useOnceLoaded: Stage<Call> = (call, next) => (use === undefined ? next() : use(call, next));
  const aroundOnceLoaded: Inspector['around'][number] = (call, next) =>
    around === undefined ? next() : around(call, next);
  const loadedObserver = (): StageObserver | undefined =>
    use && (Reflect.get(use, stageObserverMark) as StageObserver | undefined);
  const observer: StageObserver = {
    isOn: () => loadedObserver()?.isOn() === true,
    reached: (call, stage) => loadedObserver()?.reached(call, stage),
  };
  const admission = options.auth === undefined ? 'server' : 'own';
  const shared: Pick<WireRoute, 'method' | 'pages' | 'refuse'> = {
    method: 'GET',
    pages: 'own',
    refuse: ({ code, message }) => jsonResponse(code === 'unauthenticated' ? 401 : 403, { message }),
  };
  return {
    wires: [
      {
        name: 'inspector',
        routes: [
          { ...shared, path: page, op: 'any', admission: 'own', accept: accept(page) },
          { ...shared, path: state, op: 'list', admission, accept: accept(state) },
          { ...shared, path: feed, op: 'any', admission, accept: accept(feed) },
          { ...shared, path: models, op: 'any', admission, accept: accept(models) },
          { ...shared, path: tasks, op: 'any', admission, accept: accept(tasks) },
          { ...shared, method: 'POST', path: tasks, op: 'any', admission, accept: accept(tasks, 'POST') },
        ],
      },
    ],
    use: [Object.assign(useOnceLoaded, { [stageObserverMark]: observer })],
    around: [Object.assign(aroundOnceLoaded, { [stageObserverMark]: observer })],
  };
}

const installAdvice = 'It is a separate package: npm install --save-dev @toolwire/inspector';

const notInstalled: HttpResponse = {
  status: 501,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: `The inspector could not be loaded. ${installAdvice}\n`,
};
