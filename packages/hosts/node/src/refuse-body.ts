import type { IncomingMessage, ServerResponse } from 'node:http';
import { noContextValues } from '@toolwire/core';
import type { BodyProblem, HttpResponse, UniversalHandler } from '@toolwire/core/wire';
import { NodeRequest } from './node-request.ts';

/** A body that a host's own parser could not read. */
export interface RefusedBody {
  readonly problem: BodyProblem;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path and query below the mount point, where the host does not cut `request.url` itself. */
  readonly url?: string | undefined;
}

/** The server's words for a body that a parser in front has refused; nothing where the request is for another route. */
export async function refuseBody(
  server: { readonly handle: UniversalHandler },
  { problem, request, response, url }: RefusedBody,
): Promise<HttpResponse | undefined> {
  const parsedBody = () => ({ kind: 'unreadable', problem }) as const;
  const answer = await server.handle(new NodeRequest(request, response, { values: noContextValues, parsedBody, url }));
  // Refusals only: whatever the app has behind its parser, such as its sign-in, has not been asked.
  return answer !== undefined && answer.status >= 400 ? answer : undefined;
}
