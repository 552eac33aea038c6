import { andThen, type MaybePromise } from '@toolwire/core';
import { inspectorRoutes } from '@toolwire/core/internal';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  jsonResponse,
  type ToolService,
  type WireCodec,
  type WireRoute,
} from '@toolwire/core/wire';
import {
  checkNames,
  type InspectorOptions,
  inspectorOptionNames,
  isInspectorOff,
  type NamesOf,
} from '@toolwire/internal';
import { type CallWatch, createCallWatch } from './call-watch.ts';
import { describeModels } from './describe-models.ts';
import { createDocument } from './document.ts';
import { createFeed } from './feed.ts';
import { createGuard } from './guard.ts';
import { describeTool, describeWires, type ServerState } from './server-state.ts';
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

const optionNames: NamesOf<CreateInspectorOptions> = { wires: true, ...inspectorOptionNames };

/**
 * Creates an inspector: a page that shows the tools of a server, calls them, and shows the calls of all clients. In production
 * it is off unless `auth` is set.
 */
export function createInspector(options: CreateInspectorOptions): Inspector {
  checkNames('createInspector()', options, optionNames);
  const { page, state, feed, models, tasks, changeTask: taskChange } = inspectorRoutes(options);
  if (isInspectorOff(options)) return { wire: { name: 'inspector', routes: [] }, use: [], around: [] };

  const token = crypto.randomUUID() + crypto.randomUUID();
  const document = createDocument({ token, path: page.path });
  const guard = createGuard({ token, auth: options.auth });
  const liveFeed = createFeed();
  const { use, around } = createCallWatch(liveFeed);
  const wires = describeWires(options.wires);
  const hasModels = options.models !== undefined;
  const guarded =
    (accept: (request: HttpRequest) => Exchange): WireRoute['accept'] =>
    (request) =>
      andThen(guard.refuseDataRequest(request), (response) =>
        response === undefined ? accept(request) : { op: 'answer', response },
      );
  const served = (
    respond: (service: ToolService, request: HttpRequest) => MaybePromise<HttpResponse>,
  ): WireRoute['accept'] => guarded((request) => ({ op: 'serve', serve: (service) => respond(service, request) }));

  const routes: readonly WireRoute[] = [
    {
      ...page,
      accept: (request) => ({ op: 'answer', response: guard.refusePageRequest(request) ?? document }),
    },
    {
      ...state,
      accept: guarded(() => ({
        op: 'list',
        reply: ({ tools }) => {
          const serverState: ServerState = { tools: tools.map(describeTool), wires, hasModels };
          return jsonResponse(200, serverState);
        },
      })),
    },
    { ...feed, accept: served((service, { signal }) => liveFeed.open(signal, service.onStop)) },
    {
      ...models,
      accept: served(async (service, request) =>
        describeModels(await service.page(request), request.query, options.models),
      ),
    },
    { ...tasks, accept: served((service, { query }) => listTasks(service, query)) },
    { ...taskChange, accept: served((service, { query }) => changeTask(service, query)) },
  ];
  return { wire: { name: 'inspector', routes }, use, around };
}
