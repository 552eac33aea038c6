import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { concurrency } from '@toolwire/limits/stage';
import type { ListeningServer } from '@toolwire/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Effect } from './effect-tools.ts';
import { createPythonClient, type PythonCall } from './oxp-python-client.ts';
import { serveTools } from './serve-tools.ts';

describe('the official client of the renamed protocol, which retries calls without a response', () => {
  const effects: Effect[] = [];
  let tools: ListeningServer;
  let proxy: Server;
  let spoil: 'nothing' | 'connection' | number = 'nothing';
  let spoilsLeft = 0;
  beforeAll(async () => {
    tools = await serveTools({ effects });
    proxy = createServer((incoming, outgoing) => {
      const onward = request(`${tools.url}${incoming.url ?? ''}`, {
        method: incoming.method,
        headers: incoming.headers,
      });
      incoming.pipe(onward);
      onward.on('response', (answer: IncomingMessage) => {
        if (spoilsLeft === 0 || spoil === 'nothing') {
          outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(outgoing);
          return;
        }
        // The tool has run; its caller does not hear of it.
        spoilsLeft -= 1;
        answer.resume();
        if (spoil === 'connection') outgoing.destroy();
        else outgoing.writeHead(spoil, { 'content-type': 'application/json' }).end('{"message":"spoiled"}');
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
  });
  afterAll(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await tools.close();
  });
  const runsOf = (callId: string): number =>
    effects.filter((one) => one.callId === callId && one.step === 'begun').length;
  const keyed = (input: PythonCall['input']): PythonCall & { readonly callId: string } => ({
    toolId: 'Effect.Once',
    callId: randomUUID(),
    input,
  });

  it('joins the run when it repeats a call with a call ID after a timeout', async () => {
    const client = createPythonClient(tools.url, { timeoutMs: 250, maxRetries: 100 });
    const call = keyed({ n: 1, ms: 400 });
    const answer = await client.callTool(call);
    expect(answer).toMatchObject({ status: 200, body: { result: { value: { n: 1 } } } });
    expect(answer.attempts).toBeGreaterThan(1);
    expect(runsOf(call.callId)).toBe(1);
  });

  it.each([408, 409, 429, 500, 502, 503, 504, 'connection'] as const)(
    'gets the result when it repeats a call with an ID that ran, because of: %s',
    async (how) => {
      [spoil, spoilsLeft] = [how, 2];
      const { port } = proxy.address() as AddressInfo;
      const client = createPythonClient(`http://127.0.0.1:${port}`, { timeoutMs: 30_000 });
      const call = keyed({ n: 2 });
      expect(await client.callTool(call)).toMatchObject({
        status: 200,
        attempts: 3,
        body: { result: { value: { n: 2 } } },
      });
      expect(runsOf(call.callId)).toBe(1);
    },
  );

  it('gets the same response for version 1.0 as for 1', async () => {
    const call = keyed({ n: 3 });
    const first = await createPythonClient(tools.url, { timeoutMs: 30_000 }).callTool(call);
    const body = JSON.stringify({ request: { call_id: call.callId, tool_id: 'Effect.Once', input: { n: 3 } } });
    const headers = { 'content-type': 'application/json' };
    const second = await fetch(`${tools.url}/tools/call`, { method: 'POST', headers, body });
    expect(await second.json()).toStrictEqual(first.body);
    expect(runsOf(call.callId)).toBe(1);
  });

  it('does not retry permanent refusals', async () => {
    const call = keyed({ n: 4 });
    const client = createPythonClient(tools.url, { timeoutMs: 30_000 });
    await client.callTool(call);
    expect(await client.callTool({ ...call, input: { n: 5 } })).toMatchObject({ status: 400, attempts: 1 });
    expect(runsOf(call.callId)).toBe(1);
  });

  it('succeeds after the server was busy, with one run', async () => {
    const busy = await serveTools({
      effects,
      otc: { httpStatuses: 'rich' },
      around: [concurrency({ server: 1, queue: 0 })],
    });
    try {
      const client = createPythonClient(busy.url, { timeoutMs: 30_000, backoffMs: 50, maxRetries: 500 });
      const [first, second] = [keyed({ n: 6, ms: 500 }), keyed({ n: 7 })];
      const answers = [client.callTool(first)];
      await expect.poll(() => runsOf(first.callId)).toBe(1);
      answers.push(client.callTool(second));
      expect((await Promise.all(answers)).map(({ status }) => status)).toStrictEqual([200, 200]);
      expect((await answers[1])?.attempts).toBeGreaterThan(1);
      expect([runsOf(first.callId), runsOf(second.callId)]).toStrictEqual([1, 1]);
    } finally {
      await busy.close();
    }
  });

  it('finds the tools at its default path', async () => {
    const items = await createPythonClient(tools.url, { timeoutMs: 30_000 }).listTools();
    expect(items).toContainEqual(expect.objectContaining({ id: 'Effect.Once@1.0.0' }));
  });
});
