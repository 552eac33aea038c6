import { andThen, type MaybePromise } from '@toolwire/core';
import { isLoopbackHost, isSameHost, readOrigin } from '@toolwire/core/internal';
import { type HttpRequest, type HttpResponse, jsonResponse } from '@toolwire/core/wire';
import type { InspectorOptions } from '@toolwire/internal';

/** Allows only requests of the inspector page, from a local browser or with valid credentials. */
export interface Guard {
  /** Returns a refusal if the client may not load the page. */
  readonly refusePageRequest: (request: HttpRequest) => HttpResponse | undefined;
  /** Returns a refusal if the page may not read or change data. */
  readonly refuseDataRequest: (request: HttpRequest) => MaybePromise<HttpResponse | undefined>;
}

interface GuardOptions {
  readonly token: string;
  readonly auth: InspectorOptions['auth'] | undefined;
}

/** The header with the token of the page. Pages of other origins cannot send it. */
const tokenHeader = 'x-toolwire-inspector';

/** Creates the guard of the page and its data. Without `auth`, only local clients are allowed. */
export function createGuard({ token, auth }: GuardOptions): Guard {
  const accessProblem = (request: HttpRequest): string | undefined =>
    hostProblem(request, auth !== undefined) ?? originProblem(request);

  return {
    refusePageRequest(request) {
      const message = accessProblem(request) ?? frameProblem(request);
      if (message === undefined) return undefined;
      if (message === unknownHost) request.reportHost?.();
      return { status: 403, headers: textHeaders, body: `${message}\n` };
    },
    refuseDataRequest(request) {
      const message = accessProblem(request) ?? pageProblem(request, token);
      if (message !== undefined) return refusal(403, message);
      if (auth === undefined) return undefined;
      return andThen(auth.verify(request), ({ state }) =>
        state === 'accepted'
          ? undefined
          : refusal(401, 'The inspector requires credentials.', auth.challenge ?? 'Bearer'),
      );
    },
  };
}

function refusal(status: 401 | 403, message: string, challenge?: string): HttpResponse {
  const response = jsonResponse(status, { message });
  return challenge === undefined
    ? response
    : { ...response, headers: { ...response.headers, 'www-authenticate': challenge } };
}

const textHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Refuses unknown host names (DNS rebinding), and other machines unless `auth` checks their credentials. */
function hostProblem(request: HttpRequest, hasAuth: boolean): string | undefined {
  if (hasAuth) return undefined;
  const host = request.header('host')?.toLowerCase();
  if (host === undefined || !(isLoopbackHost(host) || request.isAllowedHost === true)) {
    return unknownHost;
  }
  return request.isLoopback === false || isForwarded(request) ? remoteClient : undefined;
}

const unknownHost =
  'Open the inspector as localhost or 127.0.0.1, or add the host name to `allowedHosts` of the server.';
const remoteClient =
  'The inspector is available only on this machine. To allow other machines, set inspector: { auth }.';

/** Whether a tunnel or a proxy on this machine forwarded the request for another machine. */
function isForwarded(request: HttpRequest): boolean {
  const listed = request.header('x-forwarded-for')?.split(',') ?? [];
  // The standard header: `for=192.0.2.1;proto=http, for="[2001:db8::1]:4711"`.
  const standard = request.header('forwarded')?.matchAll(/(?:^|[,;])\s*for="?([^",;]*)/gi) ?? [];
  return [...listed, ...[...standard].map(([, address = '']) => address)]
    .map((address) => address.trim().toLowerCase())
    .some((address) => !isLoopbackHost(address) && !isLoopbackHost(`[${address}]`));
}

function originProblem(request: HttpRequest): string | undefined {
  const header = request.header('origin');
  if (header === undefined) return undefined;
  const origin = readOrigin(header.toLowerCase());
  const host = request.header('host')?.toLowerCase();
  return origin !== undefined && host !== undefined && isSameHost(origin, host)
    ? undefined
    : 'The inspector rejects requests from other origins.';
}

/** Refuses frames in browsers that send Sec-Fetch-Dest. For other browsers the CSP of the page does so. */
function frameProblem(request: HttpRequest): string | undefined {
  const destination = request.header('sec-fetch-dest');
  return destination === undefined || destination === 'document'
    ? undefined
    : 'The inspector cannot be shown in a frame.';
}

/** Refuses requests that the page of this server did not send. */
function pageProblem(request: HttpRequest, token: string): string | undefined {
  const site = request.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin') return 'Only the inspector page may request this.';
  return request.header(tokenHeader) === token ? undefined : 'The server has restarted. Reload the page.';
}
