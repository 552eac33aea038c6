import {
  type HttpRequest,
  type HttpResponse,
  isLoopbackHost,
  isSameHost,
  jsonHeaders,
  type PageOrigin,
  readOrigin,
  withoutPort,
} from '@toolwire/core/wire';
import { errorText, rpcCodes } from '../rpc/json-rpc.ts';
import { trimmed } from './header-value.ts';
import { unknownIdIn } from './unreadable.ts';

/** Whom the endpoint answers, by the names in a request. */
export interface GuardOptions {
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | '*' | undefined;
}

/** Turns down requests that a page of somebody else's has made a browser send (DNS rebinding); nothing of them is read. */
export type Guard = (request: HttpRequest) => HttpResponse | undefined;

/**
 * Makes the guard. At a loopback address only the machine's own names are let through, unless others are allowed. A page
 * is let through wherever it is called from: one of this machine by a name of this machine, and the server's own by a name
 * that is allowed, since any other name may have been made to lead here.
 */
export function createGuard({ allowedHosts, allowedOrigins = [] }: GuardOptions): Guard {
  const hosts = new Set(allowedHosts?.map((host) => host.toLowerCase()));
  const origins = new Set(allowedOrigins === '*' ? [] : allowedOrigins.map((origin) => origin.toLowerCase()));
  const isAllowed = (host: string, request: HttpRequest): boolean =>
    hosts.has(host) || hosts.has(withoutPort(host)) || request.isAllowedHost === true;
  const isOwnPage = (origin: PageOrigin, host: string, request: HttpRequest): boolean =>
    (isLoopbackHost(origin.host) && isLoopbackHost(host)) || (isSameHost(origin, host) && isAllowed(host, request));

  return (request) => {
    const host = request.header('host')?.toLowerCase();
    const local = request.isLoopback === true;
    if (local || allowedHosts !== undefined) {
      const known = host !== undefined && ((local && isLoopbackHost(host)) || isAllowed(host, request));
      if (!known) return forbiddenHost(request, local ? foreignHost : unknownHost);
    }
    // MCP-HTTP-02: whatever else a request says.
    const from = request.header('origin')?.toLowerCase();
    if (from === undefined || allowedOrigins === '*' || origins.has(from)) return undefined;
    const origin = readOrigin(from);
    if (origin === undefined || host === undefined) return forbidden(request, foreignPage);
    if (isOwnPage(origin, host, request)) return undefined;
    return isSameHost(origin, host) ? forbiddenHost(request, unknownOwnPage) : forbidden(request, foreignPage);
  };
}

const foreignHost =
  'The Host header does not name this machine. Reach a local server as localhost or 127.0.0.1, or add the name to allowedHosts.';
const unknownHost = 'The Host header is not among the names that this server is reached by. Add it to allowedHosts.';
const foreignPage = 'Pages of this origin may not call. Add the origin to allowedOrigins if they should.';
const unknownOwnPage =
  'Pages may not call by a name that this server is not known by. Add it to allowedHosts if it is one of its own.';

function forbiddenHost(request: HttpRequest, message: string): HttpResponse {
  request.reportHost?.();
  return forbidden(request, message);
}

function forbidden(request: HttpRequest, message: string): HttpResponse {
  const version = request.header('mcp-protocol-version');
  const body = errorText(unknownIdIn(version && trimmed(version)), { code: rpcCodes.invalidRequest, message });
  return { status: 403, headers: jsonHeaders, body };
}
