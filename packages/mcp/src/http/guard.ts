import type { HttpRequest, HttpResponse } from '@toolwire/core';
import { errorText, rpcCodes } from '../rpc/json-rpc.ts';
import { jsonHeaders } from './response.ts';

/** Whom the endpoint answers, by the names in a request. */
export interface GuardOptions {
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | '*' | undefined;
}

/** Turns down requests that a page of somebody else's has made a browser send (DNS rebinding); nothing of them is read. */
export type Guard = (request: HttpRequest) => HttpResponse | undefined;

/** Makes the guard; at a loopback address only the machine's own names are let through, unless others are allowed. */
export function createGuard({ allowedHosts, allowedOrigins = [] }: GuardOptions): Guard {
  const hosts = new Set(allowedHosts?.map((host) => host.toLowerCase()));
  const origins = new Set(allowedOrigins === '*' ? [] : allowedOrigins.map((origin) => origin.toLowerCase()));
  const isAllowedHost = (host: string): boolean => hosts.has(host) || hosts.has(withoutPort(host));
  const isKnownHost = (host: string, local: boolean): boolean =>
    isAllowedHost(host) || (local && isLoopbackName(withoutPort(host)));

  return (request) => {
    const host = request.header('host')?.toLowerCase();
    const local = request.isLoopback === true;
    if (local || allowedHosts !== undefined) {
      if (host === undefined || !isKnownHost(host, local)) return forbidden(local ? foreignHost : unknownHost);
    }
    const origin = request.header('origin')?.toLowerCase();
    if (origin === undefined || allowedOrigins === '*' || origins.has(origin)) return undefined;
    const from = hostOf(origin);
    const own = local ? from !== undefined && isLoopbackName(withoutPort(from)) : from !== undefined && from === host;
    return own ? undefined : forbidden(foreignOrigin);
  };
}

const foreignHost =
  'The Host header does not name this machine. Reach a local server as localhost or 127.0.0.1, or add the name to allowedHosts.';
const unknownHost = 'The Host header is not among the names that this server is reached by. Add it to allowedHosts.';
const foreignOrigin = 'Pages of this origin may not call. Add the origin to allowedOrigins if they should.';

function forbidden(message: string): HttpResponse {
  const body = errorText(undefined, { code: rpcCodes.invalidRequest, message });
  return { status: 403, headers: jsonHeaders, body };
}

// An IPv6 address stands in brackets, so that its colons are none of a port.
function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '');
}

function isLoopbackName(name: string): boolean {
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name);
}

// `null` is the origin of a sandbox or a file, and has no host.
function hostOf(origin: string): string | undefined {
  return /^https?:\/\/([^/]+)$/.exec(origin)?.[1];
}
