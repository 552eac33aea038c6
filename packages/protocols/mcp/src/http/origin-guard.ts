import { isLoopbackHost, isSameHost, type PageOrigin, readOrigin } from '@toolwire/core/internal';
import type { Exchange, HttpRequest } from '@toolwire/core/wire';
import { checkOrigins } from '@toolwire/internal';
import type { McpOptions } from '../definitions/options.ts';
import { versionOf } from './headers.ts';
import { refuseMessage, respondWith } from './responses.ts';

/** Rejects requests from foreign web pages (DNS rebinding) before anything is read. */
export type OriginGuard = (request: HttpRequest) => Exchange | undefined;

/**
 * At a loopback address, only local host names and the server's `allowedHosts` are accepted. A page of this machine may call by a local
 * host name, and the server's own page by an allowed host name. Any other host name may have been made to resolve to this
 * server. Origins in `allowedOrigins` may always call. Throws for origins that no request can have.
 */
export function createOriginGuard({ allowedOrigins = [] }: Pick<McpOptions, 'allowedOrigins'>): OriginGuard {
  checkOrigins('allowedOrigins of mcp()', allowedOrigins, "allowedOrigins: '*'");
  const origins = new Set(allowedOrigins === '*' ? [] : allowedOrigins.map((origin) => origin.toLowerCase()));
  const isOwnPage = (origin: PageOrigin, host: string, request: HttpRequest): boolean =>
    (isLoopbackHost(origin.host) && isLoopbackHost(host)) ||
    (isSameHost(origin, host) && request.isAllowedHost === true);

  return (request) => {
    const host = request.header('host')?.toLowerCase();
    const isLocalName = host !== undefined && isLoopbackHost(host);
    if (request.isLoopback === true && !isLocalName && request.isAllowedHost !== true) {
      return forbiddenHost(request, nonLocalHost);
    }
    // Independent of the rest of the request. MCP-HTTP-02
    const originHeader = request.header('origin')?.toLowerCase();
    if (originHeader === undefined || allowedOrigins === '*' || origins.has(originHeader)) return undefined;
    const origin = readOrigin(originHeader);
    if (origin === undefined || host === undefined) return forbidden(request, originNotAllowed);
    if (isOwnPage(origin, host, request)) return undefined;
    return isSameHost(origin, host) ? forbiddenHost(request, ownHostNotAllowed) : forbidden(request, originNotAllowed);
  };
}

const nonLocalHost =
  'The Host header does not name this machine. Reach a local server as localhost or 127.0.0.1, or add the name to allowedHosts.';
const originNotAllowed = 'This origin is not allowed. Add it to allowedOrigins if its pages should use this endpoint.';
const ownHostNotAllowed =
  'Pages are not allowed to use this host name. Add it to allowedHosts if it belongs to this server.';

function forbiddenHost(request: HttpRequest, message: string): Exchange {
  request.reportHost?.();
  return forbidden(request, message);
}

function forbidden(request: HttpRequest, message: string): Exchange {
  return respondWith(refuseMessage(message, versionOf(request), undefined, 403));
}
