import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { roundDuration } from '@toolwire/internal';
import { messageOf } from '../cli-error.ts';
import { bodyProblem, type ProxyProblem, proxyProblem } from './proxy-guard.ts';
import { type RecordCallOptions, recordCall } from './record-call.ts';

export interface RecordingProxyOptions extends RecordCallOptions {
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
  const problem = proxyProblem(path, request.headers);
  if (problem !== undefined) return refuse(response, problem, options);
  const requestBody = await buffer(request);
  const unreadable = requestBody.length > 0 ? bodyProblem(request.headers['content-type']) : undefined;
  if (unreadable !== undefined) return refuse(response, unreadable, options);
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

function refuse(response: ServerResponse, { status, message }: ProxyProblem, { note }: RecordingProxyOptions): void {
  note(`Request refused (${status}): ${message}\n`);
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${message}\n`);
}
