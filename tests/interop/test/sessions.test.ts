import { request } from 'node:http';
import { defineTool } from '@toolwire/core';
import { mcp } from '@toolwire/mcp';
import { createToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { client1 } from '../src/clients/client-1.ts';
import { hosts } from '../src/hosts.ts';
import type { RunningServer } from '../src/listen-on.ts';

const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: {
    type: 'object',
    properties: { a: { type: 'number', description: 'One.' }, b: { type: 'number', description: 'The other.' } },
    required: ['a', 'b'],
  },
  output: { type: 'object', properties: { sum: { type: 'number' } } },
  run: (input) => ({ sum: Number(input['a']) + Number(input['b']) }),
});

const clientInfo = { name: 'interop', version: '1.0.0' };
const handshake = { protocolVersion: '2025-06-18', capabilities: { elicitation: {} }, clientInfo };
const call = { id: 2, method: 'tools/call', params: { name: 'Calculator_Add', arguments: { a: 1, b: 2 } } };

interface Answered {
  readonly status: number | undefined;
  readonly session: string;
  readonly body: string;
}

describe.each(Object.entries(hosts))('sessions over %s', (_, start) => {
  let server: RunningServer;
  let id: string;
  beforeAll(async () => {
    const tools = createToolServer({ tools: [add], wires: [mcp()], validator: ajv() });
    server = await start(tools, {
      principal: (header) => {
        const name = header('x-user');
        return name === undefined ? undefined : { id: name };
      },
    });
    id = (await post({ id: 1, method: 'initialize', params: handshake }, { 'x-user': 'ada' })).session;
  });
  afterAll(() => server?.close());

  /** A header that is a list is sent as often. */
  function post(message: object, headers: Readonly<Record<string, string | string[]>>, method = 'POST') {
    return new Promise<Answered>((resolve, reject) => {
      const body = method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', ...message }) : '';
      const accept = 'application/json, text/event-stream';
      const type = method === 'POST' ? { 'content-type': 'application/json' } : {};
      const sent = request(`${server.url}/mcp`, { method, headers: { accept, ...type, ...headers } }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          text += piece;
        });
        response.on('end', () =>
          resolve({
            status: response.statusCode,
            session: String(response.headers['mcp-session-id'] ?? ''),
            body: text,
          }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  const asAda = (session: string | string[]) => ({ 'x-user': 'ada', 'mcp-session-id': session });

  it('store the revision of a client that sends it only once', async () => {
    const { status, body } = await post(call, asAda(id));
    expect([status, JSON.parse(body)]).toMatchObject([200, { id: 2, result: { structuredContent: { sum: 3 } } }]);
  });

  it.each([
    ['a character is another one', () => id.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))],
    ['it is cut short', () => id.slice(0, -2)],
    ['it comes twice', () => [id, id]],
    ['it is very long', () => id.padEnd(9000, 'A')],
    ['it is of no server', () => 'd1b2c3'],
  ])('are refused with 404 if %s', async (__, forge) => {
    expect((await post(call, asAda(forge()))).status).toBe(404);
  });

  it('are rejected for another caller, and for an anonymous caller', async () => {
    expect((await post(call, { 'x-user': 'eve', 'mcp-session-id': id })).status).toBe(404);
    expect((await post(call, { 'mcp-session-id': id })).status).toBe(404);
    expect((await post({}, { 'x-user': 'eve', 'mcp-session-id': id }, 'DELETE')).status).toBe(404);
    expect((await post(call, asAda(id))).status).toBe(200);
  });

  it('are ended by their clients', async () => {
    const begun = await post({ id: 1, method: 'initialize', params: handshake }, { 'x-user': 'ada' });
    expect((await post({}, asAda(begun.session), 'DELETE')).status).toBe(204);
    expect((await post(call, asAda(begun.session))).status).toBe(404);
    expect((await post({}, { 'x-user': 'ada' }, 'DELETE')).status).toBe(400);
  });
});

describe('an abort by the official client of 2025', () => {
  it('reaches the tool at once', async () => {
    const moments: { begun?: boolean; aborted?: number } = {};
    const wait = defineTool({
      id: 'Test.Wait',
      version: '1.0.0',
      description: 'Waits until it is aborted.',
      run: (_, { signal }) => {
        moments.begun = true;
        return new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            moments.aborted = performance.now();
            resolve(null);
          }),
        );
      },
    });
    const server = await (hosts['node:http'] as (typeof hosts)[string])(
      createToolServer({ tools: [wait], wires: [mcp()] }),
    );
    const client = await client1.connect({ kind: 'http', url: `${server.url}/mcp` });
    const controller = new AbortController();
    const answer = client.callTool('Test_Wait', {}, { signal: controller.signal });
    await vi.waitFor(() => expect(moments.begun).toBe(true));
    const abortedAt = performance.now();
    controller.abort();
    await expect(answer).rejects.toThrow(/abort/i);
    await vi.waitFor(() => expect(moments.aborted).toBeDefined(), 10_000);
    const ms = (moments.aborted ?? Number.NaN) - abortedAt;
    process.stdout.write(`From the abort of the client to that of the tool's signal: ${ms.toFixed(1)} ms\n`);
    expect(ms).toBeLessThan(5000);
    await client.close();
    await server.close();
  });
});
