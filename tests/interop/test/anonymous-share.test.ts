import { setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Verifier } from '@toolwire/auth';
import { defineTool, type InputAnswer, type InputRequest } from '@toolwire/core';
import { createMcpUpdates, defineResource, mcp } from '@toolwire/mcp';
import { createNodeListener } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer, type ServerLimits, silentLogger } from '@toolwire/server';
import { createTasks } from '@toolwire/tasks';
import { afterEach, describe, expect, test } from 'vitest';

const tidyUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of tidyUp.splice(0).reverse()) await one();
});

const verifier: Verifier = {
  scheme: 'bearer',
  header: 'authorization',
  verify: (credentials) => {
    const sent = credentials.header('authorization');
    return sent === undefined ? { state: 'absent' } : { state: 'accepted', principal: { id: sent } };
  },
};
const asAda = { authorization: 'Bearer ada' };
// More than any quarter that they may use. With `npm test -- --all`, as many as the largest limit for all callers.
const anonymousCallers = process.env['TEST_SCOPE'] === 'all' ? 1_000 : 300;
const open: Response[] = [];

/** Serves a tool that lasts until its caller leaves or the test ends, to callers with and without credentials. */
async function serve(limits?: ServerLimits) {
  const end = new AbortController();
  const lasting = defineTool({
    id: 'Shop.Wait',
    version: '1.0.0',
    description: 'Waits.',
    taskSupport: 'optional',
    run: (_input, { signal }) =>
      new Promise<string>((resolve) => {
        AbortSignal.any([signal, end.signal]).addEventListener('abort', () => resolve('waited'));
      }),
  });
  const updates = createMcpUpdates();
  const tools = createToolServer({
    tools: [lasting],
    wires: [
      otc(),
      mcp({
        sessions: {},
        resources: [defineResource({ uri: 'docs://guide', name: 'guide', text: 'Read me' })],
        updates,
      }),
    ],
    tasks: createTasks<InputRequest, InputAnswer>(),
    auth: { anonymous: true, verifier },
    limits,
    logger: silentLogger,
  });
  const server = createServer(createNodeListener(tools));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const left = new AbortController();
  setMaxListeners(0, left.signal, end.signal);
  tidyUp.push(async () => {
    open.splice(0);
    left.abort();
    end.abort();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
      signal: left.signal,
    });
  return { post, updates };
}

type Post = Awaited<ReturnType<typeof serve>>['post'];

/** Sends as many as there are anonymous callers, and counts for how many it worked. */
async function worked(one: () => Promise<boolean>, atOnce = 50): Promise<number> {
  let count = 0;
  for (let sent = 0; sent < anonymousCallers; sent += atOnce) {
    const answers = await Promise.all(Array.from({ length: atOnce }, one));
    count += answers.filter(Boolean).length;
  }
  return count;
}

async function beginTask(post: Post, who?: Record<string, string>): Promise<boolean> {
  const params = { name: 'Shop_Wait', task: {} };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return (await (await post('/mcp', call, { 'mcp-protocol-version': '2025-11-25', ...who })).text()).includes('taskId');
}

async function listen(post: Post, who?: Record<string, string>): Promise<boolean> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const method = 'subscriptions/listen';
  const params = { notifications: { toolsListChanged: true }, _meta };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...who };
  const answer = await post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers);
  if (answer.status !== 200) await answer.text();
  // One that is let go of closes its connection.
  open.push(answer);
  return answer.status === 200;
}

/** Begins a session and subscribes; answers what to send in it. */
async function subscribe(post: Post, who?: Record<string, string>): Promise<Record<string, string>> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const begun = await post('/mcp', { jsonrpc: '2.0', id: 0, method: 'initialize', params }, who);
  await begun.text();
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '', ...who };
  const uri = { uri: 'docs://guide' };
  const subscribed = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params: uri }, session);
  expect(await subscribed.text()).toContain('"result":{}');
  return session;
}

describe('many anonymous callers use a quarter together, and an authenticated caller still', () => {
  test('starts a task', async () => {
    const { post } = await serve();
    expect(await worked(() => beginTask(post))).toBe(25);
    expect(await beginTask(post, asAda)).toBe(true);
  });

  test('opens a stream', async () => {
    const { post } = await serve();
    expect(await worked(() => listen(post))).toBe(250);
    expect(await listen(post, asAda)).toBe(true);
  });

  test('stays subscribed', async () => {
    const { post, updates } = await serve();
    const session = await subscribe(post, asAda);
    await worked(async () => (await subscribe(post)) !== undefined);
    // The next stream of the session brings what has changed.
    updates.resourceUpdated('docs://guide');
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'Shop_Wait' } };
    const stream = (await post('/mcp', call, session)).body?.getReader();
    const first = await stream?.read();
    expect(new TextDecoder().decode(first?.value)).toContain('notifications/resources/updated');
  });

  test('runs a call', async () => {
    const { post } = await serve({ runningCalls: 40 });
    const call = { request: { tool_id: 'Shop.Wait', input: {} } };
    let refused = 0;
    const waiting = Array.from({ length: anonymousCallers }, async () => {
      const answer = await post('/tools/call', call);
      if ((await answer.text()).includes('limit of running calls')) refused += 1;
    });
    void Promise.allSettled(waiting);
    await expect.poll(() => refused).toBe(anonymousCallers - 10);
    const answers = await Promise.race([
      post('/tools/call', call, asAda).then((answer) => answer.text()),
      new Promise<string>((resolve) => setTimeout(() => resolve('it runs'), 500)),
    ]);
    expect(answers).toBe('it runs');
  });
});
