import { isIP } from 'node:net';
import { ToolError } from '@toolwire/errors';
import { parseUrl } from '@toolwire/internal';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { createAddressCheck, createLookup, PrivateAddressError, plainHost } from './private-address.ts';

/** Sends requests to the servers of an API only. */
export interface HttpClient {
  send(url: string, request: RequestInit): Promise<Response>;
}

const maxRedirects = 5;

/** Creates a client that refuses redirects to other origins, and private addresses except those of `privateHosts`. */
export function createHttpClient(privateHosts: readonly string[]): HttpClient {
  const allowedHosts = new Set(privateHosts.map(plainHost));
  const isAllowed = createAddressCheck();
  const dispatcher = new Agent({ connect: { lookup: createLookup(isAllowed, allowedHosts) } });

  async function sendWithoutRedirects(url: URL, request: RequestInit): Promise<Response> {
    // Sockets look up names only, so addresses are checked here.
    const host = plainHost(url.hostname);
    if (isIP(host) !== 0 && !allowedHosts.has(host) && !isAllowed(host)) throw new PrivateAddressError(host);
    return await fetch(url, { ...request, redirect: 'manual', dispatcher });
  }

  return {
    async send(address, request) {
      let url = new URL(address);
      const { origin } = url;
      let current = request;
      for (let count = 0; ; count++) {
        const response = await sendWithoutRedirects(url, current);
        const next = nextUrl(url, response);
        if (next === undefined) return response;
        await response.body?.cancel();
        if (next.origin !== origin) throw new ToolError('The API redirected to another server.');
        if (count === maxRedirects) throw new ToolError('The API redirected too often.');
        current = afterRedirect(current, response.status);
        url = next;
      }
    },
  };
}

function nextUrl(url: URL, response: Response): URL | undefined {
  const location = response.headers.get('location');
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  return parseUrl(location, url);
}

/** Returns the request after a redirect. As in the fetch standard, it becomes GET: POST after 301 and 302, and most methods after 303. */
function afterRedirect(request: RequestInit, status: number): RequestInit {
  const { method = 'GET' } = request;
  const becomesGet = status === 303 ? method !== 'GET' && method !== 'HEAD' : status <= 302 && method === 'POST';
  if (!becomesGet) return request;
  const headers = new Headers(Object.entries(request.headers ?? {}));
  headers.delete('content-type');
  return { ...request, method: 'GET', body: null, headers: Object.fromEntries(headers) };
}
