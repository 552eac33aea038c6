import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPromise } from '@toolwire/core';
import { type HostedServer, type MountOptions, mountReader, type ReadMounted } from '@toolwire/core/wire';
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
  return handlerWith(server, mountReader(server, options, { headerOf: rawHeader }), options.parsedBody);
}

/** Makes a handler for requests of which the app is asked in some way. */
export function handlerWith(
  { handle, writeStallMs }: HostedServer,
  readMounted: ReadMounted<IncomingMessage>,
  parsedBody?: ParsedBody,
): NodeHandler {
  const stalls = createStallGuard(writeStallMs);
  return async (request, response) => {
    const reading = readMounted(request);
    const { caller, values } = isPromise(reading) ? await reading : reading;
    const answering = handle(new NodeRequest(request, response, { caller, values, parsedBody }));
    const answer = isPromise(answering) ? await answering : answering;
    if (answer === undefined) return false;
    const writing = writeResponse(answer, request, response);
    if (writing !== undefined || response.writableLength > 0) stalls.watch(request.socket);
    if (isPromise(writing)) await writing;
    return true;
  };
}
