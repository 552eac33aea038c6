import { andThen, type MaybePromise } from '@toolwire/core';
import { type HttpRequest, type HttpResponse, isLoopbackHost, isSameHost, readOrigin } from '@toolwire/core/wire';
import type { InspectorOptions } from '@toolwire/internal';

/** Why a request is not answered. */
interface GuardProblem {
  readonly status: 401 | 403;
  readonly message: string;
  readonly challenge?: string | undefined;
}

/** Keeps out everybody but the page itself, in a browser of this machine or of somebody whom `auth` lets in. */
export interface Guard {
  /** The answer to who may not even see the page. */
  readonly pageProblemOf: (request: HttpRequest) => HttpResponse | undefined;
  /** Why a request for what the page reads is refused. */
  readonly problemOf: (request: HttpRequest) => MaybePromise<GuardProblem | undefined>;
}

/** Whom a guard lets in. */
export interface GuardOptions {
  readonly token: string;
  readonly auth: InspectorOptions['auth'] | undefined;
}

/** The header in which the page brings its token; no page of another origin can send it. */
const tokenHeader = 'x-toolwire-inspector';

/** Makes the guard. */
export function createGuard({ token, auth }: GuardOptions): Guard {
  const strangerIn = (request: HttpRequest): string | undefined =>
    foreignPlace(request, auth !== undefined) ?? foreignOrigin(request);

  return {
    pageProblemOf(request) {
      const message = strangerIn(request) ?? framed(request);
      if (message === undefined) return undefined;
      if (message === foreignName) request.reportHost?.();
      return { status: 403, headers: textHeaders, body: `${message}\n` };
    },
    problemOf(request) {
      const message = strangerIn(request);
      if (message !== undefined) return { status: 403, message };
      if (!cameFromPage(request)) return { status: 403, message: 'Only the page of the inspector reads this.' };
      if (request.header(tokenHeader) !== token) {
        return { status: 403, message: 'The server has started anew since this page was loaded: load it again.' };
      }
      if (auth === undefined) return undefined;
      return andThen(auth.verify(request), ({ state }) =>
        state === 'accepted'
          ? undefined
          : { status: 401, message: 'The inspector asks for credentials.', challenge: auth.challenge ?? 'Bearer' },
      );
    },
  };
}

const textHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** A name that may have been made to lead here (DNS rebinding), or somebody at another machine, who needs credentials. */
function foreignPlace(request: HttpRequest, asksForCredentials: boolean): string | undefined {
  if (asksForCredentials) return undefined;
  const host = request.header('host')?.toLowerCase();
  if (host === undefined || !(isLoopbackHost(host) || request.isAllowedHost === true)) {
    return foreignName;
  }
  return request.isLoopback === false || cameFromAfar(request.header('x-forwarded-for')) ? farAway : undefined;
}

const foreignName =
  'The inspector is reached as localhost or 127.0.0.1, or by a name in the allowedHosts of the server.';
const farAway =
  'The inspector answers browsers of its own machine. To open it to others, say who may look: inspector: { auth }.';

/** Through a tunnel or a proxy on this machine. */
function cameFromAfar(forwardedFor: string | undefined): boolean {
  const addresses = forwardedFor?.split(',').map((address) => address.trim().toLowerCase()) ?? [];
  return addresses.some((address) => !isLoopbackHost(address.includes(':') ? `[${address}]` : address));
}

function foreignOrigin(request: HttpRequest): string | undefined {
  const sent = request.header('origin');
  if (sent === undefined) return undefined;
  const origin = readOrigin(sent.toLowerCase());
  const host = request.header('host')?.toLowerCase();
  return origin !== undefined && host !== undefined && isSameHost(origin, host)
    ? undefined
    : 'Pages of other origins may not use the inspector.';
}

/** Browsers that say what a request is for; the policy of the page tells all others. */
function framed(request: HttpRequest): string | undefined {
  const destination = request.header('sec-fetch-dest');
  return destination === undefined || destination === 'document'
    ? undefined
    : 'The inspector is a page of its own, and is shown in no frame.';
}

function cameFromPage(request: HttpRequest): boolean {
  const site = request.header('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}
