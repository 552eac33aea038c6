// What a careful developer writes for one protocol and no more: limits, checks and error answers, but no framework.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { announce } from './announce.ts';
import { add } from './by-hand/calculator.ts';

const maxBodyBytes = 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;
const tools = new Map([
  ['Calculator.Add', add],
  ['Calculator.Add@1.0.0', add],
]);

const server = createServer((request, response) => {
  if (request.method !== 'POST' || request.url !== '/tools/call') {
    return answer(response, 404, { message: 'Not found' });
  }
  if (request.headers['content-type'] !== 'application/json') {
    return answer(response, 400, { message: 'Send application/json' });
  }
  readBody(request, (body) => {
    if (body === undefined) return answer(response, 400, { message: 'The body is too large' });
    call(body, response);
  });
});

function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
  });
  request.on('end', () => done(length > maxBodyBytes ? undefined : Buffer.concat(chunks).toString('utf8')));
  request.on('error', () => request.destroy());
}

function call(body: string, response: ServerResponse): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return answer(response, 400, { message: 'The body is not valid JSON' });
  }
  if (!isObject(parsed) || !isObject(parsed['request'])) {
    return answer(response, 400, { message: '"request" is missing' });
  }
  const { $schema, request } = parsed as { $schema?: unknown; request: Fields };
  if ($schema !== undefined && $schema !== 'otc://1.0') {
    return answer(response, 400, { message: 'Unsupported version' });
  }
  const { call_id, tool_id, input } = request;
  if (typeof tool_id !== 'string') return answer(response, 400, { message: '"tool_id" must be a string' });
  if (call_id !== undefined && typeof call_id !== 'string') {
    return answer(response, 400, { message: '"call_id" must be a string' });
  }

  const tool = tools.get(tool_id);
  if (tool === undefined) return answer(response, 400, { message: `There is no tool '${tool_id}'` });
  const given = input ?? {};
  if (!isObject(given)) return answer(response, 422, { message: '"input" must be an object' });
  const parameterErrors = tool.check(given);
  if (parameterErrors !== undefined) {
    return answer(response, 422, { message: 'Invalid input', parameter_errors: parameterErrors });
  }

  const startedAt = performance.now();
  try {
    const value = tool.run(given);
    const result = { call_id: call_id ?? randomUUID(), duration: performance.now() - startedAt, success: true, value };
    answer(response, 200, { $schema: 'otc://1.0', result });
  } catch {
    const result = { call_id: call_id ?? randomUUID(), success: false, error: { message: 'The tool failed' } };
    answer(response, 200, { $schema: 'otc://1.0', result });
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

server.listen(0, '127.0.0.1', () => announce(server.address()));
