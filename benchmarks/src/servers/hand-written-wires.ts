// The calculator over MCP (2026-07-28 and 2025-11-25, with sessions) and over Arcade's execute route, hand-written with the same
// checks: see by-hand/checked-server.ts. It also checks the members of JSON-RPC, the client description, the headers that repeat
// the body, the accepted types, the signature of a session, and the fields of an execution.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { announce } from './announce.ts';
import { add } from './by-hand/calculator.ts';
import {
  answer,
  checkedServer,
  type Fields,
  type Handle,
  isObject,
  isSound,
  runCounted,
} from './by-hand/checked-server.ts';

const secret = 'a public secret for benchmarks only';
const known = new Map<string, { readonly endsAt: number }>();
const dayMs = 86_400_000;

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;
const key = (name: string): string => `io.modelcontextprotocol/${name}`;
const [versionKey, capabilitiesKey, clientKey] = [key('protocolVersion'), key('clientCapabilities'), key('clientInfo')];

const mcp: Handle = (parsed, http, response) => {
  const id = isObject(parsed) ? parsed['id'] : undefined;
  const refuse = (code: number, message: string, status = 400): void =>
    answer(http, response, status, { jsonrpc: '2.0', id, error: { code, message } });
  if (!loopback.test(http.headers.host ?? '')) return refuse(-32600, 'The Host is not this machine', 403);
  if (!isObject(parsed) || parsed['jsonrpc'] !== '2.0') return refuse(-32600, 'A message has "jsonrpc": "2.0"');
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isFinite(id))) {
    return refuse(-32600, 'An id is needed');
  }
  const { method, params } = parsed;
  if (!isObject(params)) return refuse(-32600, 'The "params" are an object');
  const { name, arguments: input = {}, _meta: meta = {} } = params;
  if (!isObject(meta)) return refuse(-32600, 'The "_meta" is an object');
  const isModern = versionKey in meta || http.headers['mcp-protocol-version'] === '2026-07-28';
  const problem = isModern ? envelopeProblem(meta, name, method, http) : sessionProblem(http);
  if (problem !== undefined) return refuse(-32602, problem);
  const accepted = http.headers.accept;
  if (accepted !== undefined && !accepted.includes('application/json') && !accepted.includes('*/*')) {
    return refuse(-32600, 'Send an Accept with application/json', 406);
  }
  if (method === 'initialize') {
    const session = newSession();
    response.setHeader('mcp-session-id', session);
    return answer(http, response, 200, {
      jsonrpc: '2.0',
      id,
      result: { protocolVersion: '2025-11-25', capabilities: { tools: {} } },
    });
  }
  if (method !== 'tools/call') return refuse(-32601, 'There is no such method');
  if (name !== 'Calculator_Add') return refuse(-32602, 'There is no such tool');
  const own = meta['org.opentoolcalling/call_id'];
  if (own !== undefined && typeof own !== 'string') return refuse(-32602, 'A call id is a string');
  if (!isObject(input) || !isSound(input)) return refuse(-32602, 'The "arguments" are an object');
  const errors = add.check(input);
  const text = (content: string): object[] => [{ type: 'text', text: content }];
  if (errors !== undefined) {
    const result = { content: text(JSON.stringify(errors)), isError: true };
    return answer(http, response, 200, { jsonrpc: '2.0', id, result });
  }
  let result: object;
  try {
    const value = runCounted(() => add.run(input));
    const content = text(JSON.stringify(value));
    result = isModern
      ? { resultType: 'complete', content, structuredContent: value, _meta: { [key('serverInfo')]: serverInfo } }
      : { content, structuredContent: { result: value } };
  } catch {
    result = { content: text('The tool failed'), isError: true };
  }
  answer(http, response, 200, { jsonrpc: '2.0', id, result });
};

const serverInfo = { name: 'calculator', version: '1.0.0' };

function envelopeProblem(
  meta: Fields,
  name: unknown,
  method: unknown,
  { headers }: IncomingMessage,
): string | undefined {
  if (meta[versionKey] !== '2026-07-28') return 'This version is not spoken';
  const capabilities = meta[capabilitiesKey];
  if (!isObject(capabilities) || !Object.values(capabilities).every(isObject)) return 'The capabilities are an object';
  const client = meta[clientKey];
  if (client !== undefined && !(isObject(client) && typeof client['name'] === 'string')) return 'A client has a name';
  if (headers['mcp-protocol-version'] !== '2026-07-28') return 'Mcp-Protocol-Version differs';
  if (headers['mcp-method'] !== method) return 'Mcp-Method differs';
  return headers['mcp-name'] === name ? undefined : 'Mcp-Name differs';
}

function sessionProblem({ headers }: IncomingMessage): string | undefined {
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && version !== '2025-11-25') return 'This version is not spoken';
  const id = headers['mcp-session-id'];
  if (id === undefined) return undefined;
  const session = known.get(String(id)) ?? verified(String(id));
  return session !== undefined && Date.now() < session.endsAt ? undefined : 'There is no such session';
}

function newSession(): string {
  const payload = `${randomUUID()}.${Date.now()}`;
  return `${payload}.${signatureOf(payload).toString('base64url')}`;
}

function verified(id: string): { readonly endsAt: number } | undefined {
  const end = id.lastIndexOf('.');
  const payload = id.slice(0, end);
  const sent = Buffer.from(id.slice(end + 1), 'base64url');
  const right = signatureOf(payload);
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined;
  const session = { endsAt: Number(payload.slice(payload.indexOf('.') + 1)) + dayMs };
  known.set(id, session);
  return session;
}

function signatureOf(payload: string): Buffer {
  return createHmac('sha256', secret).update(payload).digest();
}

const execute: Handle = (parsed, http, response) => {
  const refuse = (message: string): void => answer(http, response, 400, { message });
  if (!isObject(parsed)) return refuse('An execution is an object');
  const { execution_id, run_id, created_at, tool, inputs = {}, context = {} } = parsed;
  if (typeof execution_id !== 'string' || execution_id.length > 256) return refuse('"execution_id" must be a string');
  if (run_id !== undefined && typeof run_id !== 'string') return refuse('"run_id" must be a string');
  if (created_at !== undefined && typeof created_at !== 'string') return refuse('"created_at" must be a string');
  if (!isObject(tool) || typeof tool['name'] !== 'string' || typeof tool['toolkit'] !== 'string') {
    return refuse('"tool" must be an object');
  }
  const { toolkit, name, version } = tool;
  if (toolkit !== 'Calculator' || name !== 'Add' || (version !== undefined && version !== '1.0.0')) {
    return refuse('There is no such tool');
  }
  if (!isObject(context)) return refuse('"context" must be an object');
  if (!isObject(inputs) || !isSound(inputs)) return refuse('"inputs" must be an object');
  const errors = add.check(inputs);
  const startedAt = performance.now();
  const end = (rest: object): void => {
    const duration = Math.round((performance.now() - startedAt) * 1000) / 1000;
    answer(http, response, 200, { execution_id, finished_at: new Date().toISOString(), duration, ...rest });
  };
  if (errors !== undefined) return end({ success: false, output: { error: { message: JSON.stringify(errors) } } });
  try {
    end({ success: true, output: { value: runCounted(() => add.run(inputs)) } });
  } catch {
    end({ success: false, output: { error: { message: 'The tool failed' } } });
  }
};

const handlers = new Map([
  ['/mcp', mcp],
  ['/tools/execute', execute],
]);
const server = checkedServer(handlers);
server.listen(0, '127.0.0.1', () => announce(server.address()));
