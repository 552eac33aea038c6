import type { Logger } from '@toolwire/core';
import { type HttpRequest, isLoopbackHost, isSameHost, readOrigin, withoutPort } from '@toolwire/core/wire';
import type { CorsOptions } from './cors.ts';

type Headed = Pick<HttpRequest, 'header'>;

/** Keeps out web pages that were led to this machine by a name of their own (DNS rebinding). */
export interface PageGuard {
  /** Says why the request may not go on; nothing where it is of no such page. */
  readonly problemOf: (request: Headed) => string | undefined;
  /** Whether the app has named the host that the request is for as one of its own. */
  readonly isAllowedHost: (request: Headed) => boolean;
  /** Writes to the log, once for each name, that a request was refused for its host. */
  readonly reportHost: (request: Headed) => void;
}

/** What a guard knows of the app. */
export interface PageGuardOptions {
  readonly allowedHosts: readonly string[];
  readonly cors: CorsOptions | undefined;
  readonly logger: Logger;
}

/** Whoever makes up names cannot fill the log. */
const mostReported = 100;
const longestShown = 255;

/**
 * Makes a guard. Nobody can make a loopback name lead elsewhere, and the app has said which others are its own; every
 * other name may be that of a stranger, at whatever address the request came in: with a forwarded port that says nothing.
 */
export function createPageGuard({ allowedHosts, cors, logger }: PageGuardOptions): PageGuard {
  const own = new Set(allowedHosts.map((host) => host.toLowerCase()));
  const reported = new Set<string>();
  const isOwn = (host: string): boolean => own.has(host) || own.has(withoutPort(host));
  const reportHost = (request: Headed): void => {
    const host = (hostOf(request) ?? 'none').slice(0, longestShown);
    if (reported.has(host) || reported.size >= mostReported) return;
    reported.add(host);
    logger.warn(
      { host },
      'A request was refused for its Host. If the server is reached by this name, as behind a proxy, add it: allowedHosts',
    );
  };
  return {
    problemOf(request) {
      const origin = request.header('origin');
      if (origin === undefined && request.header('sec-fetch-site') !== 'same-origin') return undefined;
      const host = hostOf(request);
      if (host === undefined || isLoopbackHost(host) || isOwn(host)) return undefined;
      if (origin === undefined ? isSecure(request, host) : isElsewhere(origin, host, cors)) return undefined;
      reportHost(request);
      return foreignName;
    },
    isAllowedHost(request) {
      const host = hostOf(request);
      return host !== undefined && isOwn(host);
    },
    reportHost,
  };
}

const foreignName =
  "Pages may not call by a name that may have been made to lead to this machine. Add it to the server's `allowedHosts` if it is one of its own.";

function hostOf(request: Headed): string | undefined {
  return request.header('host')?.toLowerCase();
}

/** A page of another origin needs the permission of CORS, and one that came over https has a certificate for its name. */
function isElsewhere(sent: string, host: string, cors: CorsOptions | undefined): boolean {
  if (cors !== undefined && (cors.origins === '*' || cors.origins.includes(sent))) return true;
  // With a policy of no referrer a page is `null` to its own host as well.
  if (sent === 'null') return false;
  const origin = readOrigin(sent.toLowerCase());
  return origin?.scheme !== 'http' || !isSameHost(origin, host);
}

/** A GET of a page's own origin has no `Origin`; where the page is from, no script can write into this header. */
function isSecure(request: Headed, host: string): boolean {
  return request.header('referer')?.toLowerCase().startsWith(`https://${host}/`) === true;
}
