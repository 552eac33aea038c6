import type { Logger } from '@toolwire/core';
import { isLoopbackHost, isSameHost, readOrigin, withoutPort } from '@toolwire/core/internal';
import type { HttpRequest } from '@toolwire/core/wire';
import { type CorsOptions, createOriginCheck } from './cors.ts';

type HeaderReader = Pick<HttpRequest, 'header'>;

/** Refuses web pages that reach this machine under a foreign host name (DNS rebinding). */
export interface HostGuard {
  /** Returns why a request is refused, and logs it once per host; `undefined` if it is allowed. */
  readonly reportProblem: (request: HeaderReader) => string | undefined;
  /** Whether the request's host is in `allowedHosts`. */
  readonly isAllowedHost: (request: HeaderReader) => boolean;
  /** Logs that a request was refused for its host, once per host. */
  readonly reportHost: (request: HeaderReader) => void;
}

/** Options of `createHostGuard()`. */
export interface HostGuardOptions {
  readonly allowedHosts: readonly string[];
  readonly cors: CorsOptions | undefined;
  readonly logger: Logger;
}

/** Attackers must not fill the log with made-up host names. */
const maxReportedHosts = 100;
const maxShownLength = 255;

/**
 * Creates a guard. It trusts loopback names and `allowedHosts`. An attacker may control any other name, whatever address the request
 * arrived at: behind a forwarded port the address proves nothing.
 */
export function createHostGuard({ allowedHosts, cors, logger }: HostGuardOptions): HostGuard {
  const hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
  const allowsOrigin = createOriginCheck(cors ?? { origins: [] });
  const reported = new Set<string>();
  const isAllowed = (host: string): boolean => hosts.has(host) || hosts.has(withoutPort(host));
  const reportHost = (request: HeaderReader): void => {
    const host = (hostOf(request) ?? 'none').slice(0, maxShownLength);
    if (reported.has(host) || reported.size >= maxReportedHosts) return;
    reported.add(host);
    logger.warn(
      { host },
      'Request refused: unknown Host header. If this is a name of the server, for example behind a proxy, add it to allowedHosts',
    );
  };
  return {
    reportProblem(request) {
      const origin = request.header('origin');
      // Neither header: a program, or a GET of a page over plain http, which sends no `Sec-Fetch-Site`.
      if (origin === undefined && request.header('sec-fetch-site') !== 'same-origin') return undefined;
      const host = hostOf(request);
      if (host === undefined || isLoopbackHost(host) || isAllowed(host)) return undefined;
      const isTrusted =
        origin === undefined ? isFromOwnHttpsPage(request, host) : allowsOrigin(origin) || isSafeOrigin(origin, host);
      if (isTrusted) return undefined;
      reportHost(request);
      return untrustedHostMessage;
    },
    isAllowedHost(request) {
      const host = hostOf(request);
      return host !== undefined && isAllowed(host);
    },
    reportHost,
  };
}

const untrustedHostMessage =
  "Pages may not call this host name, because it could be a DNS rebinding attack. Add it to the server's `allowedHosts` if it belongs to this server.";

function hostOf(request: HeaderReader): string | undefined {
  return request.header('host')?.toLowerCase();
}

/**
 * Only a page that was loaded over http from this host can be rebound: over https the host proved its name, and a page of another origin
 * needs CORS. An origin of another scheme, such as a browser extension, is not a page of any host.
 */
function isSafeOrigin(originHeader: string, host: string): boolean {
  // With `Referrer-Policy: no-referrer` a page sends `null` to its own host too.
  if (originHeader === 'null') return false;
  const origin = readOrigin(originHeader.toLowerCase());
  return origin?.scheme !== 'http' || !isSameHost(origin, host);
}

/** A same-origin GET has no `Origin`. Scripts can't forge the `Referer` header. */
function isFromOwnHttpsPage(request: HeaderReader, host: string): boolean {
  return request.header('referer')?.toLowerCase().startsWith(`https://${host}/`) === true;
}
