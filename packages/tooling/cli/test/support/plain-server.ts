import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An Open Tool Calling server without toolwire code. */
export interface PlainServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const schema = 'otc://1.0';
const number = { type: 'number' };
const parameters = { type: 'object', properties: { a: number, b: number }, required: ['a', 'b'] };
const tools = [
  {
    id: 'Plain.Add@1.0.0',
    name: 'Add',
    description: 'Adds two numbers.',
    version: '1.0.0',
    input_schema: { parameters },
    output_schema: number,
  },
];

interface CallRequest {
  readonly request?: { readonly call_id?: string; readonly input?: { readonly a: number; readonly b: number } };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const write = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (request.url === '/health') return write(200, { status: 'ok' });
  if (request.url === '/tools') return write(200, { $schema: schema, tools });
  if (request.url !== '/tools/call' || request.method !== 'POST') return write(404, {});
  const { call_id: callId = 'one', input } = ((await json(request)) as CallRequest).request ?? {};
  if (input === undefined) return write(400, {});
  const result = { call_id: callId, duration: 1, success: true, value: input.a + input.b };
  write(200, { $schema: schema, result });
}

/** Starts it, with one tool that adds. */
export async function startPlainServer(): Promise<PlainServer> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
