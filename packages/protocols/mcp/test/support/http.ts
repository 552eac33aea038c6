import { noContextValues, type Principal } from '@toolwire/core';
import type { HttpResponse, JsonBody, ToolService } from '@toolwire/core/wire';
import { expect } from 'vitest';
import { type McpOptions, mcp } from '../../src/index.ts';
import { expectMessage, legacyRevisions, type Revision, type SentMessage } from './schemas.ts';

/** Options of a request. */
interface PostOptions {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly principal?: Principal;
  /** Whether the caller is known. Defaults to `true`. */
  readonly isCallerKnown?: boolean;
  readonly signal?: AbortSignal;
  readonly isLoopback?: boolean;
  readonly isAllowedHost?: boolean | undefined;
  readonly path?: string;
  /** Defaults to the method of the first route at the path. */
  readonly method?: 'POST' | 'DELETE';
  /** The body as the server decodes it, instead of a value. */
  readonly body?: JsonBody;
}

/** An HTTP response. */
export interface TestResponse extends HttpResponse {
  /** The messages of a stream, or the message of a JSON response. */
  readonly messages: readonly SentMessage[];
  /** The last message. */
  readonly message: SentMessage;
  readonly isStream: boolean;
}

/** An endpoint as a host calls it. */
export interface TestEndpoint {
  /** Sends a value and reads the whole response. Each message is validated against its schema. */
  post(value: unknown, options?: PostOptions): Promise<TestResponse>;
  /** Sends a value and returns the unread response. */
  open(value: unknown, options?: PostOptions): Promise<HttpResponse>;
}

/** Creates an endpoint for a service. */
export function createEndpoint(service: ToolService, options: McpOptions = {}): TestEndpoint {
  const wire = mcp(options);

  const open: TestEndpoint['open'] = async (value, sent = {}) => {
    const {
      headers = {},
      principal,
      isCallerKnown = true,
      isLoopback,
      isAllowedHost,
      path = options.path ?? '/mcp',
    } = sent;
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
      isAllowedHost,
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

/** Reads the whole response. */
export async function readAnswer(response: HttpResponse): Promise<TestResponse> {
  const { body } = response;
  const isStream = response.headers['content-type'] === 'text/event-stream';
  const text = await textOf(body);
  const messages = isStream ? eventsOf(text) : text === '' ? [] : [JSON.parse(text) as SentMessage].flat();
  if (isStream) expect(response.headers).toMatchObject(unbuffered);
  return { ...response, isStream, messages, message: messages.at(-1) ?? { jsonrpc: '2.0' } };
}

/** Decodes the messages of a stream. */
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

/** The revision and method of a response. */
function revisionOf(value: unknown, { headers = {} }: PostOptions = {}): { revision: Revision; method: string } {
  const { method, params } = (Array.isArray(value) ? {} : (value ?? {})) as {
    readonly method?: unknown;
    readonly params?: { readonly _meta?: object; readonly protocolVersion?: unknown };
  };
  const header = headers['mcp-protocol-version'];
  const named = method === 'initialize' ? params?.protocolVersion : header;
  const claimed = Object.hasOwn(Object(params?._meta) as object, 'io.modelcontextprotocol/protocolVersion');
  return { method: String(method), revision: claimed ? '2026-07-28' : responseContext(named, method === 'initialize') };
}

function responseContext(named: unknown, isInitialize: boolean): Revision {
  if (named === undefined && !isInitialize) return '2025-03-26';
  return isRevision(named) && !(isInitialize && named === '2026-07-28') ? named : '2025-11-25';
}

function isRevision(value: unknown): value is Revision {
  return typeof value === 'string' && known.has(value);
}

/** A request of 2026-07-28 with its headers. */
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

/** The `_meta` that requests the outcome. */
export const requestsResultMeta = { 'org.opentoolcalling/result': true };

/** A call in any revision that requests the outcome. */
export function askingCall(revision: Revision, name: string, args: object = {}): ReturnType<typeof legacy> {
  const params = { name, arguments: args };
  return revision === '2026-07-28'
    ? modern('tools/call', params, { meta: requestsResultMeta })
    : legacy(revision, 'tools/call', { ...params, _meta: requestsResultMeta });
}

/** A request of an earlier revision. */
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
