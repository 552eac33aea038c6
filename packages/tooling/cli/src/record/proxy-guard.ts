import type { IncomingHttpHeaders } from 'node:http';
import { isLoopbackHost, readOrigin } from '@toolwire/core/internal';

/** Why the recorder refuses a request. */
export interface ProxyProblem {
  readonly status: 403 | 415;
  readonly message: string;
}

/**
 * Refuses requests of web pages, because the recorder adds the developer's credentials. A page of another machine is identified by
 * `Origin`, `Sec-Fetch-Site` or, with DNS rebinding, `Host`.
 */
export function proxyProblem(path: string, headers: IncomingHttpHeaders): ProxyProblem | undefined {
  if (!path.startsWith('/')) return refused('The request target must be a path.');
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (host === undefined || !isLoopbackHost(host.toLowerCase())) {
    return refused('The Host header must name this machine. Call the recorder as 127.0.0.1 or localhost.');
  }
  const isForeign =
    origin === undefined ? site !== undefined && !ownSites.has(site) : !isLocalPage(readOrigin(origin.toLowerCase()));
  return isForeign ? refused('Pages of other origins may not call through a recorder.') : undefined;
}

/** Rejects content types that a web page can send without a preflight request. */
export function bodyProblem(contentType: string | undefined): ProxyProblem | undefined {
  return contentType !== undefined && jsonType.test(contentType)
    ? undefined
    : { status: 415, message: 'The Content-Type must be application/json.' };
}

const jsonType = /^[ \t]*application\/(?:[\w.-]+\+)?json[ \t]*(?:;|$)/i;
// `none` means that the user typed the URL.
const ownSites: ReadonlySet<unknown> = new Set(['same-origin', 'none']);

function isLocalPage(origin: ReturnType<typeof readOrigin>): boolean {
  return origin !== undefined && isLoopbackHost(origin.host);
}

function refused(message: string): ProxyProblem {
  return { status: 403, message };
}
