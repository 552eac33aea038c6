import type { IncomingMessage } from 'node:http';
import { createContextReader, type ReadContext, readBasePath } from '@toolwire/core/internal';
import type { HostedServer, MountOptions } from '@toolwire/core/wire';
import { checkMountNames, type NamesOf } from '@toolwire/internal';
import { type IncomingRequest, isHttp2, type OutgoingResponse, originForm, rawHeader } from './http-messages.ts';
import { NodeRequest } from './node-request.ts';
import type { ParsedBody } from './parsed-body.ts';
import { closeStalledStream, createStallGuard } from './stall-guard.ts';
import { writeResponse } from './write-response.ts';

/** Options of a Node handler. */
export interface NodeHandlerOptions<Request extends IncomingRequest = IncomingMessage> extends MountOptions<Request> {
  /** The path before every route, such as `/api/ai`, if no router has removed it. Other requests continue to the app. */
  readonly basePath?: string | undefined;
  /** Reads a body that the framework has parsed; only for adapters. */
  readonly parsedBody?: ParsedBody | undefined;
}

/** Resolves to `true` after the response, or to `false` for another route. */
export type NodeHandler<Request extends IncomingRequest = IncomingRequest> = (
  request: Request,
  response: OutgoingResponse,
) => Promise<boolean>;

/** The names of the options. */
export const handlerOptionNames: NamesOf<NodeHandlerOptions> = {
  basePath: true,
  parsedBody: true,
  principal: true,
  values: true,
};

/**
 * Creates a handler for your router, for node:http and node:http2: `if (await handleTools(request, response)) return;`.
 */
export function createNodeHandler<Request extends IncomingRequest = IncomingRequest>(
  server: HostedServer,
  options: NodeHandlerOptions<Request> = {},
): NodeHandler<Request> {
  checkMountNames('createNodeHandler()', options, handlerOptionNames);
  const readContext = createContextReader(server, options, { headerOf: rawHeader });
  return handlerWith(server, readContext, { ...options, basePath: readBasePath(options.basePath) });
}

/** The base path and the body parser of a handler. */
export type HandledRequests = Pick<NodeHandlerOptions, 'parsedBody'> & { readonly basePath: string };

/** Creates a handler with a reader of the app's options. */
export function handlerWith<Request extends IncomingRequest>(
  { handle, writeStallMs }: HostedServer,
  readContext: ReadContext<Request>,
  { basePath, parsedBody }: HandledRequests,
): (request: Request, response: OutgoingResponse) => Promise<boolean> {
  const stalls = createStallGuard(writeStallMs);
  const start = `${basePath}/`;
  return async (request, response) => {
    const url = originForm(request.url ?? '/');
    if (!url.startsWith(start)) return false;
    const { caller, values } = await readContext(request);
    const below = url.slice(basePath.length);
    const answer = await handle(new NodeRequest(request, response, { caller, values, parsedBody, url: below }));
    if (answer === undefined) return false;
    const writing = writeResponse(answer, request, response);
    if (writing !== undefined || response.writableLength > 0) {
      if (isHttp2(response)) closeStalledStream(response.stream, writeStallMs);
      else stalls.watch(request.socket);
    }
    await writing;
    return true;
  };
}
