import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HostContext, type HostedServer, isPromise, valuesReader } from '@toolwire/core';
import { NodeRequest, type ParsedBody } from './node-request.ts';
import { writeResponse } from './write-response.ts';

/** How requests of node:http are handed over. */
export interface NodeHandlerOptions {
  /** What to hand to tools along with each request, such as the signed-in user. */
  readonly context?: HostContext<IncomingMessage>;
  /** The body as a framework's own parser left it; only adapters need this. */
  readonly parsedBody?: ParsedBody;
}

/** Answers a request and says `true`, or leaves it untouched and says `false` when it is not for the tools. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Makes a handler for your own router: `if (await handleTools(request, response)) return;`. */
export function createNodeHandler(server: HostedServer, options: NodeHandlerOptions = {}): NodeHandler {
  const { context, parsedBody } = options;
  const readValues = valuesReader(server, context);
  const { handle } = server;
  return async (request, response) => {
    const reading = readValues(request);
    const values = isPromise(reading) ? await reading : reading;
    const answering = handle(new NodeRequest(request, response, { values, parsedBody }));
    const answer = isPromise(answering) ? await answering : answering;
    if (answer === undefined) return false;
    const writing = writeResponse(answer, request, response);
    if (isPromise(writing)) await writing;
    return true;
  };
}
