import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ContextEntry, contextValues, isPromise, noContextValues, type UniversalHandler } from '@toolwire/core';
import { NodeRequest, type ParsedBody } from './node-request.ts';
import { writeResponse } from './write-response.ts';

/** How requests of node:http are handed over. */
export interface NodeHandlerOptions {
  /** What to hand to tools along with each request, such as the signed-in user. */
  readonly context?: (request: IncomingMessage) => readonly ContextEntry[];
  /** The body as a framework's own parser left it; only adapters need this. */
  readonly parsedBody?: ParsedBody;
}

/** Answers a request and says `true`, or leaves it untouched and says `false` when it is not for the tools. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** Makes a handler for your own router: `if (await handleTools(request, response)) return;`. */
export function createNodeHandler(
  server: { readonly handle: UniversalHandler },
  options: NodeHandlerOptions = {},
): NodeHandler {
  const { handle } = server;
  const { context, parsedBody } = options;
  return async (request, response) => {
    const values = context === undefined ? noContextValues : contextValues(context(request));
    const answering = handle(new NodeRequest(request, response, { values, parsedBody }));
    const answer = isPromise(answering) ? await answering : answering;
    if (answer === undefined) return false;
    const writing = writeResponse(answer, request, response);
    if (isPromise(writing)) await writing;
    return true;
  };
}
