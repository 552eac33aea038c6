import { authenticate, type Verifier } from '@toolwire/auth';
import type { ToolDefinition } from '@toolwire/core';
import type { HostRequest, HttpResponse } from '@toolwire/core/wire';
import type { CreateServer } from '../src/vitest.ts';
import { stranger } from './tiny-auth.ts';
import { answerCall, answerList, refuse, type TinyAnswer } from './tiny-protocol.ts';

type Route = (request: HostRequest) => TinyAnswer | Promise<TinyAnswer>;

/** The small server of the standard, as a handler for hosts to mount. */
export const createTinyHandler: CreateServer = ({ tools, limits, auth, logger }) => {
  let stopping = false;
  const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
    '/health': { GET: () => ({ status: stopping ? 503 : 200, headers: {}, text: '{}' }) },
    '/tools': { GET: async (request) => (await strange(request, auth, 401)) ?? list(request, tools) },
    '/tools/call': {
      POST: async (request) =>
        (await strange(request, auth, 400)) ?? (stopping ? unavailable : call(request, tools, limits.bodyBytes)),
    },
  };
  return {
    paths: Object.keys(routes),
    callerMs: limits.callerMs,
    report: (thrown, message, header) => {
      const sent = header?.('authorization');
      const text = String(thrown);
      logger.error({ error: sent === undefined ? text : text.replaceAll(sent, '[masked]') }, message);
    },
    stop: {
      refuse: () => {
        stopping = true;
      },
    },
    handle: async (request) => {
      const methods = routes[request.path.replace(/\/$/, '')];
      if (methods === undefined) return undefined;
      const allow = [...Object.keys(methods).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : name)), 'OPTIONS'];
      if (request.method === 'OPTIONS') return { status: 204, headers: { allow: allow.join(', ') } };
      const route = methods[request.method === 'HEAD' ? 'GET' : request.method];
      if (route !== undefined) return toResponse(await route(request), request.method === 'HEAD');
      return toResponse(
        { status: 405, headers: { allow: allow.join(', ') }, text: '{"message":"Not this way."}' },
        false,
      );
    },
  };
};

const unavailable = { ...refuse('The server is stopping.'), headers: { 'retry-after': '1' } };

/** The response to an unauthenticated caller. */
async function strange(
  request: HostRequest,
  auth: Verifier | undefined,
  status: number,
): Promise<TinyAnswer | undefined> {
  if (auth === undefined || (await authenticate(auth, request)).ok) return undefined;
  return stranger(status);
}

const common = { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' };

function toResponse({ status, headers, text }: TinyAnswer, isHead: boolean): HttpResponse {
  const all = { ...common, ...headers };
  if (!isHead) return { status, headers: all, body: text };
  return { status, headers: { ...all, 'content-length': String(Buffer.byteLength(text)) } };
}

async function list(request: HostRequest, tools: readonly ToolDefinition[]): Promise<TinyAnswer> {
  const bytes = await read(request, 100_000);
  const response = answerList(bytes ?? Buffer.from('x'), new URLSearchParams(request.query).get('$schema'), tools);
  return { ...response, headers: { ...response.headers, etag: '"1"' } };
}

async function call(request: HostRequest, tools: readonly ToolDefinition[], maxBytes: number): Promise<TinyAnswer> {
  const { signal, values, caller } = request;
  const coded = request.header('content-encoding') !== undefined;
  const tooLong = { ...refuse('The body is too long.'), headers: { connection: 'close' } };
  if (Number(request.header('content-length') ?? 0) > maxBytes) return tooLong;
  const bytes = await read(request, maxBytes);
  if (bytes === undefined) return tooLong;
  const around = {
    signal,
    principal: caller?.principal,
    get: <T>(key: Parameters<typeof values.get<T>>[0]): T => values.get(key),
  };
  return answerCall(coded ? undefined : request.header('content-type'), bytes, tools, around);
}

/** The bytes of a body; none of one that cannot be read, and nothing of one that is too long. */
async function read(request: HostRequest, maxBytes: number): Promise<Buffer | undefined> {
  const body = await request.body(maxBytes);
  if (body.kind === 'parsed') return Buffer.from(JSON.stringify(body.value));
  if (body.kind === 'bytes') return Buffer.from(body.bytes);
  return body.problem === 'too_large' ? undefined : Buffer.alloc(0);
}
