import { noContextValues } from '@toolwire/core';
import type { BodyProblem, HttpResponse, UniversalHandler } from '@toolwire/core/wire';
import type { IncomingRequest, OutgoingResponse } from './http-messages.ts';
import { NodeRequest } from './node-request.ts';

/** A body that a parser of the framework could not read. */
interface RefusedBody {
  readonly problem: BodyProblem;
  readonly request: IncomingRequest;
  readonly response: OutgoingResponse;
  /** The path and query below the mount point, if the framework doesn't change `request.url`. */
  readonly url?: string | undefined;
}

/** The server's response to a body that the app's parser has refused; `undefined` for a request to another route. */
export async function refuseBody(
  server: { readonly handle: UniversalHandler },
  { problem, request, response, url }: RefusedBody,
): Promise<HttpResponse | undefined> {
  const parsedBody = () => ({ kind: 'unreadable', problem }) as const;
  const answer = await server.handle(new NodeRequest(request, response, { values: noContextValues, parsedBody, url }));
  // Only refusals, because later middleware of the app, such as its sign-in, has not run.
  return answer !== undefined && answer.status >= 400 ? answer : undefined;
}
