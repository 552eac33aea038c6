import type { IncomingMessage } from 'node:http';
import type { MountOptions } from '@toolwire/core/wire';
import type { Requester, ToolMount } from './host.ts';

/** The options of a mount, for the request type of a host. */
export function mountOptions<HostRequest>(
  { principal, values }: ToolMount,
  requesterOf: (request: HostRequest) => Requester,
): MountOptions<HostRequest> {
  return {
    principal: principal && ((request) => principal(requesterOf(request))),
    values: values && ((request) => values(requesterOf(request))),
  };
}

/** The sender of a request of node:http; `user` defaults to what the guard has set on the request. */
export function nodeRequester(request: IncomingMessage, user = (request as { user?: string }).user): Requester {
  return { user, header: (name) => request.headers[name]?.toString() };
}

/** The sender of a web-standard request. */
export function fetchRequester({ headers }: Request, user: string | undefined): Requester {
  return { user, header: (name) => headers.get(name) ?? undefined };
}
