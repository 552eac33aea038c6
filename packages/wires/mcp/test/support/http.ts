import { noContextValues, type Principal } from '@toolwire/core';
import type { HttpResponse, JsonBody, ToolService } from '@toolwire/core/wire';
import { expect } from 'vitest';
import { type McpOptions, mcp } from '../../src/index.ts';
import { expectMessage, legacyRevisions, type Revision, type SentMessage } from './schemas.ts';

/** How a request differs from the usual. */
interface PostOptions {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly principal?: Principal;
  /** Whether it is known who calls; it is if left out. */
  readonly isCallerKnown?: boolean;
  readonly signal?: AbortSignal;
  readonly isLoopback?: boolean;
  readonly path?: string;
  /** That of the first route at the path if left out. */
  readonly method?: 'POST' | 'DELETE';
  /** The body as the server's reader gives it, in place of a value. */
  readonly body?: JsonBody;
}

/** An answer over HTTP. */
export interface Answered extends HttpResponse {
  /** The messages of a stream, or the one of a JSON answer. */
  readonly messages: readonly SentMessage[];
  /** The last of them. */
  readonly message: SentMessage;
  readonly isStream: boolean;
}

/** An endpoint as a host would reach it. */
export interface TestEndpoint {
  /** Sends a value as the body, and reads the whole answer; each message of it is held against its schema. */
  post(value: unknown, options?: PostOptions): Promise<Answered>;
  /** Sends a value, and hands out the answer as it is. */
  open(value: unknown, options?: PostOptions): Promise<HttpResponse>;
}

/** Makes an endpoint over a service. */
export function createEndpoint(service: ToolService, options: McpOptions = {}): TestEndpoint {
  const wire = mcp(options);

  const open: TestEndpoint['open'] = async (value, sent = {}) => {
    const { headers = {}, principal, isCallerKnown = true, isLoopback, path = options.path ?? '/mcp' } = sent;
    const { method } = sent;
    const route = wire.routes.find((one) => one.path === path && (method === undefined || one.method === method));
    if (route === undefined) throw new Error(`No route ${path}`);
    const all: Readonly<Record<string, string | undefined>> = {
      host: 'tools.example.com',
      accept: 'application/json, text/event-stream',
      ...headers,
    };
    const exchange = await route.accept({
      method: route.method,
      path,
      query: '',
      header: (name) => all[name],
      json: () => sent.body ?? { ok: true, value: JSON.parse(JSON.stringify(value)) as unknown },
      signal: sent.signal ?? new AbortController().signal,
      values: noContextValues,
      principal,
      isCallerKnown,
      isLoopback,
    });
    if (exchange.op === 'answer') return exchange.response;
    if (exchange.op === 'serve') return exchange.serve(service);
    throw new Error(`Unexpected exchange ${exchange.op}`);
  };

  return {
    open,
    async post(value, sent) {
      const response = await open(value, sent);
      const answered = await readAnswer(response);
      const { revision, method } = revisionOf(value, sent);
      for (const message of answered.messages) expectMessage(revision, method, message);
      return answered;
    },
  };
}

const unbuffered = { 'x-accel-buffering': 'no', 'cache-control': 'no-cache, no-transform' };

/** Reads all of an answer. */
export async function readAnswer(response: HttpResponse): Promise<Answered> {
  const { body } = response;
  const isStream = response.headers['content-type'] === 'text/event-stream';
  const text = await textOf(body);
  const messages = isStream ? eventsOf(text) : text === '' ? [] : [JSON.parse(text) as SentMessage].flat();
  if (isStream) expect(response.headers).toMatchObject(unbuffered);
  return { ...response, isStream, messages, message: messages.at(-1) ?? { jsonrpc: '2.0' } };
}

/** The messages of a stream's text. */
export function eventsOf(text: string): readonly SentMessage[] {
  return text
    .split('\n\n')
    .filter((event) => event !== '' && !event.startsWith(':'))
    .map((event) => {
      const [name, data, ...rest] = event.split('\n');
      expect(name).toBe('event: message');
      expect(rest).toEqual([]);
      return JSON.parse((data ?? '').replace(/^data: /, '')) as SentMessage;
    });
}

async function textOf(body: HttpResponse['body']): Promise<string> {
  if (body === undefined || typeof body === 'string') return body ?? '';
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  let text = '';
  for await (const chunk of body) text += new TextDecoder().decode(chunk);
  return text;
}

const known: ReadonlySet<string> = new Set<Revision>([...legacyRevisions, '2026-07-28']);

/** In which revision an answer is, and to what. */
function revisionOf(value: unknown, { headers = {} }: PostOptions = {}): { revision: Revision; method: string } {
  const { method, params } = (Array.isArray(value) ? {} : (value ?? {})) as {
    readonly method?: unknown;
    readonly params?: { readonly _meta?: object; readonly protocolVersion?: unknown };
  };
  const header = headers['mcp-protocol-version'];
  const named = method === 'initialize' ? params?.protocolVersion : header;
  const claimed = Object.hasOwn(Object(params?._meta) as object, 'io.modelcontextprotocol/protocolVersion');
  return { method: String(method), revision: claimed ? '2026-07-28' : answeredIn(named, method === 'initialize') };
}

function answeredIn(named: unknown, isInitialize: boolean): Revision {
  if (named === undefined && !isInitialize) return '2025-03-26';
  return isRevision(named) && !(isInitialize && named === '2026-07-28') ? named : '2025-11-25';
}

function isRevision(value: unknown): value is Revision {
  return typeof value === 'string' && known.has(value);
}

/** A request of 2026-07-28, with the headers that belong to it. */
export function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  changes: { readonly capabilities?: object; readonly meta?: object; readonly id?: string | number } = {},
): readonly [value: Record<string, unknown>, options: { readonly headers: Record<string, string> }] {
  const { capabilities = {}, meta = {}, id = 1 } = changes;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...meta,
  };
  const { name = params['uri'] } = params;
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
  return [{ jsonrpc: '2.0', id, method, params: { ...params, _meta } }, { headers }];
}

/** In the `_meta` of a request: its client wants to know what the result of its call was. */
export const asksForOrigin = { 'org.opentoolcalling/result': true };

/** A call in any revision whose client wants to know what its result was. */
export function askingCall(revision: Revision, name: string, args: object = {}): ReturnType<typeof legacy> {
  const params = { name, arguments: args };
  return revision === '2026-07-28'
    ? modern('tools/call', params, { meta: asksForOrigin })
    : legacy(revision, 'tools/call', { ...params, _meta: asksForOrigin });
}

/** A request of one of the revisions before. */
export function legacy(
  revision: Revision | undefined,
  method: string,
  params?: Readonly<Record<string, unknown>>,
): readonly [value: Record<string, unknown>, options: { readonly headers: Record<string, string> }] {
  return [
    { jsonrpc: '2.0', id: 1, method, ...(params && { params }) },
    { headers: revision === undefined ? {} : { 'mcp-protocol-version': revision } },
  ];
}
