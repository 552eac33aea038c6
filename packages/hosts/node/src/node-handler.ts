import type { IncomingMessage, ServerResponse } from 'node:http';
import { andThen, isPromise, type MaybePromise } from '@toolwire/core';
import {
  type HostedServer,
  type HttpResponse,
  type Mounted,
  type MountOptions,
  mountReader,
  type ReadMounted,
} from '@toolwire/core/wire';
import { checkNames, type NamesOf } from '@toolwire/internal';
import { NodeRequest, type ParsedBody } from './node-request.ts';
import { rawHeader } from './raw-header.ts';
import { createStallGuard } from './stall-guard.ts';
import { writeResponse } from './write-response.ts';

/** How requests of node:http are handed over. */
export interface NodeHandlerOptions extends MountOptions<IncomingMessage> {
  /** The body as a framework's own parser left it; only adapters need this. */
  readonly parsedBody?: ParsedBody | undefined;
}

/** Answers a request and says `true`, or leaves it untouched and says `false` when it is for another route. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** The names of the options, for all who take them. */
export const handlerOptionNames: NamesOf<NodeHandlerOptions> = { parsedBody: true, principal: true, values: true };

/** Makes a handler for your own router: `if (await handleTools(request, response)) return;`. */
export function createNodeHandler(server: HostedServer, options: NodeHandlerOptions = {}): NodeHandler {
  checkNames('createNodeHandler()', options, handlerOptionNames);
  const handle = handlerWith(server, mountReader(server, options, { headerOf: rawHeader }), options.parsedBody);
  return async (request, response) => handle(request, response);
}

/** Makes a handler for requests of which the app is asked in some way; what the app throws at once, it throws at once. */
export function handlerWith(
  { handle, writeStallMs }: HostedServer,
  readMounted: ReadMounted<IncomingMessage>,
  parsedBody?: ParsedBody,
): (request: IncomingMessage, response: ServerResponse) => MaybePromise<boolean> {
  const stalls = createStallGuard(writeStallMs);
  const write = (
    answer: HttpResponse | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): MaybePromise<boolean> => {
    if (answer === undefined) return false;
    const writing = writeResponse(answer, request, response);
    if (writing !== undefined || response.writableLength > 0) stalls.watch(request.socket);
    return isPromise(writing) ? writing.then(() => true) : true;
  };
  const serve = (
    { caller, values }: Mounted,
    request: IncomingMessage,
    response: ServerResponse,
  ): MaybePromise<boolean> =>
    andThen(handle(new NodeRequest(request, response, { caller, values, parsedBody })), (answer) =>
      write(answer, request, response),
    );
  const serveLater = (
    mounted: Promise<Mounted>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<boolean> => mounted.then((known) => serve(known, request, response));
  return (request, response) => {
    const mounted = readMounted(request);
    return isPromise(mounted) ? serveLater(mounted, request, response) : serve(mounted, request, response);
  };
}
