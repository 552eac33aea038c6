import { andThen } from '@toolwire/core';
import { type Exchange, type HttpResponse, jsonResponse, type WireCodec, type WireRoute } from '@toolwire/core/wire';
import { checkNames, type InspectorOptions, inspectorPaths, isInspectorOff, type NamesOf } from '@toolwire/internal';
import { createDocument } from './document.ts';
import { createFeed } from './feed.ts';
import { createGuard } from './guard.ts';
import { describeModels } from './models.ts';
import { describeServer, describeWires } from './state.ts';
import { changeTask, listTasks } from './tasks.ts';
import { createWatch, type Watch } from './watch.ts';

/** Options of an inspector. */
export interface CreateInspectorOptions extends InspectorOptions {
  /** The protocols of the server, which the page uses to call tools. */
  readonly wires: readonly WireCodec[];
}

/** The parts of an inspector, for the options of a server. */
export interface Inspector extends Watch {
  /** Serves the page and its data. Add it to `wires`. */
  readonly wire: WireCodec;
}

const optionNames: NamesOf<CreateInspectorOptions> = {
  wires: true,
  path: true,
  auth: true,
  models: true,
};

/**
 * Creates an inspector: a page that shows the tools of a server, calls them, and shows the calls of all clients. In production
 * it is off unless `auth` is set.
 */
export function createInspector(options: CreateInspectorOptions): Inspector {
  checkNames('createInspector()', options, optionNames);
  const paths = inspectorPaths(options);
  if (isInspectorOff(options)) return { wire: { name: 'inspector', routes: [] }, use: [], around: [] };

  const token = crypto.randomUUID() + crypto.randomUUID();
  const document = createDocument({ token, path: paths.page });
  const guard = createGuard({ token, auth: options.auth });
  const feed = createFeed();
  const { use, around } = createWatch(feed);
  const { models } = options;
  const wires = describeWires(options.wires);
  // The page contains no data. Its requests for data need credentials.
  const admission = options.auth === undefined ? 'server' : 'own';
  const refuse: WireRoute['refuse'] = ({ code, message, challenge }) =>
    problem(code === 'unauthenticated' ? 401 : 403, message, challenge);
  const guarded =
    (serve: (request: Parameters<WireRoute['accept']>[0]) => Exchange): WireRoute['accept'] =>
    (request) =>
      andThen(guard.problemOf(request), (found) =>
        found === undefined
          ? serve(request)
          : { op: 'answer', response: problem(found.status, found.message, found.challenge) },
      );

  const data = { op: 'any', admission, pages: 'own', refuse } as const;
  return {
    wire: {
      name: 'inspector',
      routes: [
        {
          method: 'GET',
          path: paths.page,
          op: 'any',
          admission: 'own',
          pages: 'own',
          refuse,
          accept: (request) => ({ op: 'answer', response: guard.pageProblemOf(request) ?? document }),
        },
        {
          ...data,
          method: 'GET',
          path: paths.state,
          op: 'list',
          accept: guarded(() => ({
            op: 'list',
            reply: (page) => jsonResponse(200, { ...describeServer(page), wires, hasModels: models !== undefined }),
          })),
        },
        {
          ...data,
          method: 'GET',
          path: paths.feed,
          accept: guarded(({ signal }) => ({ op: 'serve', serve: (service) => feed.open(signal, service.onStop) })),
        },
        {
          ...data,
          method: 'GET',
          path: paths.models,
          accept: guarded((request) => ({
            op: 'serve',
            serve: async (service) => describeModels(await service.page(request), request.query, models),
          })),
        },
        {
          ...data,
          method: 'GET',
          path: paths.tasks,
          accept: guarded(({ query }) => ({ op: 'serve', serve: (service) => listTasks(service, query) })),
        },
        {
          ...data,
          method: 'POST',
          path: paths.tasks,
          accept: guarded(({ query }) => ({ op: 'serve', serve: (service) => changeTask(service, query) })),
        },
      ],
    },
    use,
    around,
  };
}

function problem(status: number, message: string, challenge?: string): HttpResponse {
  const response = jsonResponse(status, { message });
  return challenge === undefined
    ? response
    : { ...response, headers: { ...response.headers, 'www-authenticate': challenge } };
}
