import { noContextValues } from '@toolwire/core';
import type { BodyProblem, HttpResponse, UniversalHandler } from '@toolwire/core/wire';
import type { IncomingRequest, OutgoingResponse } from './http-messages.ts';
import { NodeRequest } from './node-request.ts';

const maxLingerMs = 1000;
const maxLingerBytes = 16 * 1024 * 1024;

/**
 * Reads on for a moment what a refused caller is still sending. Closing at once would reset the connection, and the
 * caller would see the reset instead of the answer.
 */
export function drainRequest(request: IncomingRequest): Promise<void> {
  return new Promise((resolve) => {
    let length = 0;
    const finish = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', finish).off('close', finish);
      resolve();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxLingerBytes) finish();
    };
    const timer = setTimeout(finish, maxLingerMs);
    request.on('data', onData).on('end', finish).on('close', finish).resume();
  });
}

/** A body that a host's own parser could not read. */
interface RefusedBody {
  readonly problem: BodyProblem;
  readonly request: IncomingRequest;
  readonly response: OutgoingResponse;
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
