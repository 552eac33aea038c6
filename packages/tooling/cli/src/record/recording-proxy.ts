import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { isLoopbackHost, readOrigin } from '@toolwire/core/internal';
import { roundDuration } from '@toolwire/internal';
import { messageOf } from '../cli-error.ts';
import { type RecordCallOptions, recordCall } from './recorded-call.ts';

interface RecordingProxyOptions extends RecordCallOptions {
  readonly url: string;
  /** Headers that the proxy adds, such as credentials. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A proxy that forwards requests from programs on this machine, and reports each OTC call. */
export function createRecordingProxy(options: RecordingProxyOptions): Server {
  return createServer((request, response) => {
    forward(request, response, options).catch((thrown: unknown) => {
      options.note(`Request not forwarded: ${messageOf(thrown)}\n`);
      if (!response.headersSent) response.writeHead(502).end();
      else response.destroy();
    });
  });
}

// Hop-by-hop headers, and headers that fetch sets, such as the compressions that it can read.
const hopByHop: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  options: RecordingProxyOptions,
): Promise<void> {
  const { method = 'GET', url: path = '/' } = request;
  const problem = originProblem(path, request.headers);
  if (problem !== undefined) return refuse(response, 403, problem, options);
  const requestBody = await buffer(request);
  // A web page can send other content types without a preflight request.
  if (requestBody.length > 0 && !jsonType.test(request.headers['content-type'] ?? '')) {
    return refuse(response, 415, 'The Content-Type must be application/json.', options);
  }
  const startedAt = performance.now();
  const headers = new Headers(options.headers());
  for (const [name, value] of Object.entries(request.headers)) {
    if (!hopByHop.has(name) && typeof value === 'string') headers.set(name, value);
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const upstreamResponse = await fetch(`${options.url}${path}`, {
    method,
    headers,
    redirect: 'manual',
    signal: options.signal,
    ...(hasBody && { body: new Uint8Array(requestBody) }),
  });
  // The body that fetch returns is decompressed.
  const responseHeaders = [...upstreamResponse.headers].filter(
    ([name]) => !hopByHop.has(name) && name !== 'content-encoding',
  );
  // A list, because a header such as Set-Cookie may repeat.
  response.writeHead(upstreamResponse.status, responseHeaders.flat());
  const body: Uint8Array[] = [];
  if (upstreamResponse.body !== null) {
    for await (const chunk of upstreamResponse.body) {
      response.write(chunk);
      body.push(chunk);
    }
  }
  response.end();
  if (method === 'POST' && /\/tools\/call\/?(?:\?|$)/.test(path)) {
    const durationMs = roundDuration(performance.now() - startedAt);
    // A response with a status such as 204 can't be created with a body, not even with an empty one.
    const responseBody = body.length === 0 ? null : Buffer.concat(body);
    await recordCall(requestBody, new Response(responseBody, upstreamResponse), durationMs, options);
  }
}

function refuse(response: ServerResponse, status: number, message: string, { note }: RecordingProxyOptions): void {
  note(`Request refused (${status}): ${message}\n`);
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${message}\n`);
}

/** How long running requests may take to end, because a stream or an unresponsive server may never end. */
const maxClosingMs = 5_000;

/** Returns a function that closes a proxy after its running requests, or at once if the user stops the command or the requests take too long. */
export function prepareClose(proxy: Server, signal: AbortSignal, forced: AbortController): () => Promise<unknown> {
  const running = new Set<ServerResponse>();
  // A connection without a request would keep the proxy open.
  const closeConnections = (): void => {
    if (!proxy.listening && (running.size === 0 || signal.aborted)) proxy.closeAllConnections();
  };
  proxy.on('request', (_request, response: ServerResponse) => {
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      closeConnections();
    });
  });
  return () => {
    const closed = once(proxy, 'close');
    proxy.close();
    closeConnections();
    signal.addEventListener('abort', closeConnections, { once: true });
    const timer = setTimeout(() => forced.abort(), maxClosingMs);
    return closed.finally(() => {
      clearTimeout(timer);
      // A request whose client is gone may still wait for the server.
      forced.abort();
    });
  };
}

/**
 * Refuses requests of web pages, because the recorder adds the developer's credentials. A page of another machine is identified by
 * `Origin`, `Sec-Fetch-Site` or, with DNS rebinding, `Host`.
 */
function originProblem(path: string, headers: IncomingHttpHeaders): string | undefined {
  if (!path.startsWith('/')) return 'The request target must be a path.';
  const { host, origin, 'sec-fetch-site': site } = headers;
  if (host === undefined || !isLoopbackHost(host.toLowerCase())) {
    return 'The Host header must name this machine. Call the recorder as 127.0.0.1 or localhost.';
  }
  const isForeign =
    origin === undefined ? site !== undefined && !ownSites.has(site) : !isLocalPage(readOrigin(origin.toLowerCase()));
  return isForeign ? 'Pages of other origins may not call through a recorder.' : undefined;
}

const jsonType = /^[ \t]*application\/(?:[\w.-]+\+)?json[ \t]*(?:;|$)/i;
// `none` means that the user typed the URL.
const ownSites: ReadonlySet<unknown> = new Set(['same-origin', 'none']);

function isLocalPage(origin: ReturnType<typeof readOrigin>): boolean {
  return origin !== undefined && isLoopbackHost(origin.host);
}
