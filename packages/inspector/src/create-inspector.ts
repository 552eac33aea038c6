import { andThen, type MaybePromise } from '@toolwire/core';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
  type ToolService,
  type WireCodec,
  type WireRoute,
} from '@toolwire/core/wire';
import { checkNames, type InspectorOptions, inspectorPaths, isInspectorOff, type NamesOf } from '@toolwire/internal';
import { type CallWatch, createCallWatch } from './call-watch.ts';
import { describeModels } from './describe-models.ts';
import { describeTool, describeWires } from './describe-server.ts';
import { createDocument } from './document.ts';
import { createFeed } from './feed.ts';
import { createGuard, refusal } from './guard.ts';
import { changeTask, listTasks } from './tasks.ts';

/** Options of an inspector. */
export interface CreateInspectorOptions extends InspectorOptions {
  /** The protocols of the server, which the page uses to call tools. */
  readonly wires: readonly WireCodec[];
}

/** The parts of an inspector, for the options of a server. */
export interface Inspector extends CallWatch {
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
  const { use, around } = createCallWatch(feed);
  const { models } = options;
  const wires = describeWires(options.wires);
  const refuse: WireRoute['refuse'] = ({ code, message, challenge }) =>
    refusal(code === 'unauthenticated' ? 401 : 403, message, challenge);
  const guarded =
    (accept: (request: HttpRequest) => Exchange): WireRoute['accept'] =>
    (request) =>
      andThen(guard.refuseDataRequest(request), (response) =>
        response === undefined ? accept(request) : { op: 'answer', response },
      );

  const pageRoute: WireRoute = {
    method: 'GET',
    path: paths.page,
    op: 'any',
    // The page contains no data. Its requests for data need credentials.
    admission: 'own',
    pages: 'own',
    refuse,
    accept: (request) => ({ op: 'answer', response: guard.refusePageRequest(request) ?? document }),
  };
  const data = { admission: options.auth === undefined ? 'server' : 'own', pages: 'own', refuse } as const;
  const stateRoute: WireRoute = {
    ...data,
    method: 'GET',
    path: paths.state,
    op: 'list',
    accept: guarded(() => ({
      op: 'list',
      reply: ({ tools }) =>
        jsonResponse(200, { tools: tools.map(describeTool), wires, hasModels: models !== undefined }),
    })),
  };
  const dataRoute = (
    method: 'GET' | 'POST',
    path: string,
    respond: (service: ToolService, request: HttpRequest) => MaybePromise<HttpResponse>,
  ): WireRoute => ({
    ...data,
    method,
    path,
    op: 'any',
    accept: guarded((request) => ({ op: 'serve', serve: (service) => respond(service, request) })),
  });

  const routes = [
    pageRoute,
    stateRoute,
    dataRoute('GET', paths.feed, (service, { signal }) => feed.open(signal, service.onStop)),
    dataRoute('GET', paths.models, async (service, request) =>
      describeModels(await service.page(request), request.query, models),
    ),
    dataRoute('GET', paths.tasks, (service, { query }) => listTasks(service, query)),
    dataRoute('POST', paths.tasks, (service, { query }) => changeTask(service, query)),
  ];
  return { wire: { name: 'inspector', routes }, use, around };
}
