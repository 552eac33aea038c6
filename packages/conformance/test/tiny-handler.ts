import { randomUUID } from 'node:crypto';
import type { HostBody, HostRequest, HttpResponse, ToolContext, ToolDefinition } from '@toolwire/core';
import type { CreateServer } from '../src/vitest.ts';

type Methods = Readonly<Record<string, (request: HostRequest) => HttpResponse | Promise<HttpResponse>>>;

/** A small tool server of the standard for hosts to mount, written by hand: only as right as the host cases need it. */
export const createTinyHandler: CreateServer = ({ tools, limits }) => {
  const routes: Readonly<Record<string, Methods>> = {
    '/health': { GET: () => json(200, {}) },
    '/tools': { GET: () => ({ ...json(200, list(tools)), headers: { ...headers, etag: '"1"' } }) },
    '/tools/call': { POST: (request) => call(request, tools, limits.bodyBytes) },
  };
  return {
    paths: Object.keys(routes),
    handle: async (request) => {
      const methods = routes[request.path.replace(/\/$/, '')];
      if (methods === undefined) return undefined;
      const allow = [...Object.keys(methods).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : name)), 'OPTIONS'];
      if (request.method === 'OPTIONS') return { status: 204, headers: { allow: allow.join(', ') } };
      const method = methods[request.method === 'HEAD' ? 'GET' : request.method];
      if (method === undefined) return { ...json(405, {}), headers: { ...headers, allow: allow.join(', ') } };
      const answer = await method(request);
      if (request.method !== 'HEAD') return answer;
      const { body: text, ...head } = answer;
      return { ...head, headers: { ...head.headers, 'content-length': String((text as string).length) } };
    },
  };
};

const headers = { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' };

function json(status: number, body: unknown): HttpResponse {
  return { status, headers, body: JSON.stringify(body) };
}

function refuse(message: string): HttpResponse {
  return json(400, { $schema: 'otc://1.0', message });
}

function list(tools: readonly ToolDefinition[]): unknown {
  return {
    $schema: 'otc://1.0',
    tools: tools.map(({ id, version, description, input }) => ({
      id: `${id}@${version}`,
      name: id.replace('.', '_'),
      description,
      version,
      input_schema: { parameters: input },
      output_schema: {},
    })),
  };
}

async function call(request: HostRequest, tools: readonly ToolDefinition[], maxBytes: number): Promise<HttpResponse> {
  const type = request.header('content-type') ?? '';
  const coded = request.header('content-encoding') !== undefined || type.includes('nonsense');
  if (coded || !/^application\/(?:json|vnd\.otc\+json)/.test(type)) return refuse('This is no JSON.');
  const tooLong = { ...refuse('The body is too long.'), headers: { ...headers, connection: 'close' } };
  if (Number(request.header('content-length') ?? 0) > maxBytes) return tooLong;
  const body = await request.body(maxBytes);
  if (body.kind === 'unreadable') return body.problem === 'too_large' ? tooLong : refuse('The body cannot be read.');
  const { tool_id: id, input } =
    (parse(body) as { request?: { tool_id?: unknown; input?: unknown } } | null)?.request ?? {};
  const tool = tools.find((one) => `${one.id}@${one.version}` === id);
  if (tool === undefined) return refuse('There is no such tool.');
  if (Array.isArray(input)) return json(422, { $schema: 'otc://1.0', message: 'The input is no object.' });
  return json(200, {
    $schema: 'otc://1.0',
    result: { call_id: randomUUID(), ...(await run(tool, input ?? {}, request)) },
  });
}

function parse(body: Exclude<HostBody, { kind: 'unreadable' }>): unknown {
  if (body.kind === 'parsed') return body.value;
  try {
    return JSON.parse(new TextDecoder().decode(body.bytes)) as unknown;
  } catch {
    return null;
  }
}

async function run(tool: ToolDefinition, input: unknown, { signal, values }: HostRequest): Promise<object> {
  const context = { signal, get: (key) => values.get(key) } as Pick<ToolContext, 'signal' | 'get'> as ToolContext;
  try {
    return { success: true, value: (await tool.run(input, context)) ?? null };
  } catch {
    return { success: false, error: { message: 'The tool has failed.' } };
  }
}
