import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { type CallResult, createClient, type ListedTool } from '@toolwire/client';
import { isObject, listOf, parseJson, roundDuration } from '@toolwire/internal';
import { createRedactor, sensitiveValues } from '@toolwire/log';
import { messageOf } from '../cli-error.ts';
import { findTool } from '../listed-tools.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { bodyProblem, type ProxyProblem, proxyProblem } from './proxy-guard.ts';
import { outcomeOf, type RecordedCall } from './recorded-call.ts';

export interface RecordingProxyOptions {
  readonly url: string;
  readonly tools: readonly ListedTool[];
  /** Secrets to mask in addition to those in the call. */
  readonly secrets: readonly string[];
  /** Headers that the proxy adds, such as credentials. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Returns whether the call is recorded. */
  readonly onCall: (call: RecordedCall) => boolean;
  readonly note: (text: string) => void;
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

// Hop-by-hop headers, and headers that fetch sets.
const hopByHop: ReadonlySet<string> = new Set([
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
    await recordCall(requestBody, new Response(Buffer.concat(body), upstreamResponse), durationMs, options);
  }
}

function refuse(response: ServerResponse, { status, message }: ProxyProblem, { note }: RecordingProxyOptions): void {
  note(`Request refused (${status}): ${message}\n`);
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${message}\n`);
}

async function recordCall(
  requestBody: Buffer,
  upstreamResponse: Response,
  durationMs: number,
  { tools, secrets, onCall, note }: RecordingProxyOptions,
): Promise<void> {
  const envelope = parseJson(requestBody.toString());
  const wrapped = isObject(envelope) && isObject(envelope['request']) ? envelope['request'] : envelope;
  if (!isObject(wrapped) || typeof wrapped['tool_id'] !== 'string') return;
  const { tool_id: toolId, input: rawInput, context } = wrapped;
  const input = isObject(rawInput) ? rawInput : {};
  // The client reads responses of every revision, so it parses this response.
  const client = createClient({
    url: 'http://localhost',
    retry: false,
    follow: false,
    fetch: () => Promise.resolve(upstreamResponse),
  });
  const result: CallResult = await client.call(toolId, input);
  const schema = schemaOf(tools, toolId);
  const redactor = createRedactor({
    secrets: [...secrets, ...secretsIn(context), ...(schema === undefined ? [] : sensitiveValues(schema, input))],
  });
  const call: RecordedCall = { v: 1, toolId, input, outcome: outcomeOf(result), durationMs };
  const isRecorded = onCall(redactor.value(call) as RecordedCall);
  const suffix = isRecorded ? '' : ' (not recorded)';
  note(`${safeLine(toolId)}: ${result.kind} in ${Math.round(durationMs)} ms${suffix}\n`);
}

function schemaOf(tools: readonly ListedTool[], toolId: string): ListedTool['inputSchema'] | undefined {
  return tools.some((tool) => tool.toolId === toolId || tool.id === toolId)
    ? findTool(tools, toolId).inputSchema
    : undefined;
}

/** The tokens and secrets of a call. */
function secretsIn(context: unknown): readonly string[] {
  const { authorization, secrets } = isObject(context) ? context : {};
  const credentials = [authorization, secrets].flatMap(listOf);
  return credentials
    .filter(isObject)
    .flatMap(({ token, value }) => [token, value])
    .filter((each): each is string => typeof each === 'string');
}
