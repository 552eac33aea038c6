import type { RequestListener } from 'node:http';
import type { UniversalHandler } from '@toolwire/core';
import { createNodeHandler, type NodeHandlerOptions } from './node-handler.ts';
import { plainAnswer } from './plain-answer.ts';
import { writeResponse } from './write-response.ts';

/** Makes a listener for `http.createServer` that answers everything: what is not for the tools gets a 404. */
export function createNodeListener(
  server: { readonly handle: UniversalHandler },
  options: NodeHandlerOptions = {},
): RequestListener {
  const handle = createNodeHandler(server, options);
  return (request, response) => {
    handle(request, response).then(
      (handled) =>
        handled ? undefined : writeResponse(plainAnswer(404, 'There is nothing at this address'), request, response),
      // Nothing on the way throws by design; should it, the caller gets an answer and the connection ends.
      () => writeResponse(plainAnswer(500, 'The server could not process the request'), request, response),
    );
  };
}
