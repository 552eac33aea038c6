import { randomUUID } from 'node:crypto';
import { machineSlowness } from '@toolwire/internal/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HeldExchange, holdExchange, untilReceived } from '../src/held-exchange.ts';
import { createKeepAliveClient } from '../src/keep-alive-client.ts';
import { legacyBytes, legacyCall, modernBytes } from '../src/mcp-requests.ts';
import { callBytes, postBytes, resultOf } from '../src/requests.ts';
import { type Begun, type Cost, costTable, type LongExchange, measureCost } from '../src/retained.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { waitUntil } from '../src/wait-until.ts';

const smallHeap = ['--max-old-space-size=256'];
const mostStallMs = 200;

let server: ServerProcess;
let fetchServer: ServerProcess;
beforeAll(async () => {
  [server, fetchServer] = await Promise.all([
    startServer('cost-server', {}, smallHeap),
    startServer('cost-server', { HOST: 'fetch' }, smallHeap),
  ]);
});
afterAll(async () => {
  await Promise.all([server.kill(), fetchServer.kill()]);
});

const almostMebibyte = 2 ** 20 - 2000;
const text = { text: 'x'.repeat(almostMebibyte) };
/** A part of a request that the server does not read. */
const junk = { junk: 'x'.repeat(almostMebibyte / 3) };

const chunkedHead = [
  'POST /tools/call HTTP/1.1',
  'Host: 127.0.0.1',
  'Content-Type: application/json',
  'Transfer-Encoding: chunked',
  '',
  '',
].join('\r\n');

async function begun(exchanges: readonly HeldExchange[]): Promise<Begun> {
  return {
    sentBytes: exchanges.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
    leave: () => {
      for (const one of exchanges) one.leave();
    },
  };
}

async function callOnce(port: number, toolId: string): Promise<unknown> {
  const client = createKeepAliveClient(port);
  const answer = await client.exchange(callBytes(toolId, {}));
  client.hangUp();
  return resultOf(answer).value;
}

async function untilRunning(port: number, wanted: number): Promise<void> {
  if (await waitUntil(async () => (await callOnce(port, 'Cost.Count')) === wanted, 20_000)) return;
  throw new Error(`The server never came to run ${wanted} calls.`);
}

/** Sends a request whose tool runs until its caller leaves. */
function runningCall(what: string, bytes: Buffer, mostBytes?: number): LongExchange {
  return {
    what,
    mostBytes,
    begin: async ({ port }) => {
      const call = await holdExchange(port, bytes);
      await untilRunning(port, 1);
      return {
        sentBytes: call.sentBytes,
        leave: async () => {
          call.leave();
          // In some revisions of MCP a call goes on without its caller.
          await callOnce(port, 'Cost.Release');
        },
      };
    },
  };
}

const byteByByte = (what: string, bytes: number): LongExchange => ({
  what,
  begin: async ({ port }) => begun([await holdExchange(port, chunkedHead + '1\r\nx\r\n'.repeat(bytes))]),
});

/** Opens streams, and waits until each has its first message. */
function streams(what: string, count: number, bytes: (n: number) => Buffer, mostBytes?: number): LongExchange {
  return {
    what,
    mostBytes,
    begin: async ({ port }) => {
      const opened = await Promise.all(Array.from({ length: count }, (_, n) => holdExchange(port, bytes(n))));
      await untilReceived(opened, 'event: message');
      return begun(opened);
    },
  };
}

const call = { tool_id: 'Cost.Hold', input: {} };
const toolsChanged = { notifications: { toolsListChanged: true } };
const arcadeCall = { tool: { name: 'Hold', toolkit: 'Cost', version: '1.0.0' }, inputs: {} };
const modernCall = (args: object, meta?: object): Buffer =>
  modernBytes('tools/call', { name: 'Cost_Hold', arguments: args }, { meta: { progressToken: 1, ...meta } });
const heldJunk = 300_000;

/** The most objects that a body may have, as small as they can be. */
const dense = { list: Array.from({ length: 24_900 }, () => ({})) };

/** Ended calls of which data is stored. */
function keptCalls(what: string, toolId: string, count: number): LongExchange {
  return {
    what,
    begin: async ({ port }) => {
      const client = createKeepAliveClient(port);
      let sentBytes = 0;
      for (let n = 0; n < count; n++) {
        const bytes = callBytes(toolId, { text: 'x'.repeat(100_000) }, randomUUID());
        sentBytes += bytes.length;
        expect(resultOf(await client.exchange(bytes)).success).toBe(true);
      }
      return { sentBytes, leave: () => client.hangUp() };
    },
  };
}

const exchanges: readonly LongExchange[] = [
  keptCalls('20 answers that are kept for retries', 'Cost.Echo', 20),
  keptCalls('20 artifacts', 'Cost.File', 20),
  runningCall('a call with as many parts as may be', callBytes('Cost.Hold', dense)),
  byteByByte('a body in chunks of one byte', almostMebibyte),
  runningCall('Open Tool Calling: a call that runs', callBytes('Cost.Hold', text)),
  runningCall(
    'Open Tool Calling: what is around a call',
    postBytes('/tools/call', JSON.stringify({ ...junk, request: { ...call, ...junk } })),
    heldJunk,
  ),
  runningCall(
    'Arcade: a call that runs',
    postBytes('/worker/tools/invoke', JSON.stringify({ ...arcadeCall, inputs: text })),
  ),
  runningCall(
    'Arcade: what is around a call',
    postBytes('/worker/tools/invoke', JSON.stringify({ ...arcadeCall, ...junk })),
    heldJunk,
  ),
  runningCall('MCP: a call that runs', legacyBytes(legacyCall('Cost_Hold', text))),
  runningCall(
    'MCP: what is around a call',
    legacyBytes({ ...legacyCall('Cost_Hold', {}, { ...junk, _meta: junk }), ...junk }),
    heldJunk,
  ),
  runningCall('MCP 2025: a stream', legacyBytes(legacyCall('Cost_Hold', text, { _meta: { progressToken: 1 } }))),
  runningCall('MCP 2026: a stream', modernCall(text)),
  runningCall('MCP 2026: what is around a call', modernCall({}, junk), heldJunk),
  streams(
    'MCP 2026: a listener',
    1,
    () => modernBytes('subscriptions/listen', { ...toolsChanged, ...junk }, { meta: junk }),
    heldJunk,
  ),
  streams('MCP 2026: 100 listeners', 100, (n) =>
    modernBytes('subscriptions/listen', toolsChanged, { id: `${n}${'i'.repeat(200)}` }),
  ),
];

const costs: Cost[] = [];
afterAll(() => void process.stdout.write(`\n${costTable(costs)}\n`));

async function expectFair(subject: ServerProcess, exchange: LongExchange, stallMs = mostStallMs): Promise<void> {
  const cost = await measureCost(subject, exchange);
  costs.push(cost);
  expect(subject.complaints).toEqual([]);
  expect(cost.retainedBytes).toBeLessThanOrEqual(cost.allowedBytes);
  expect(cost.stallMs).toBeLessThanOrEqual(stallMs * machineSlowness());
}

describe('memory and event loop delay of a server', () => {
  test.each(exchanges)('are in proportion to the request: $what', (exchange) => expectFair(server, exchange));

  test('are limited: further calls are refused as overloaded while other inputs use much memory', async () => {
    const { port } = server;
    const before = await server.vitals();
    const calls = await Promise.all(
      Array.from({ length: 300 }, () => holdExchange(port, callBytes('Cost.Hold', dense))),
    );
    const refused = (): readonly HeldExchange[] => calls.filter((one) => one.received() !== '');
    const running = async (): Promise<number> => Number(await callOnce(port, 'Cost.Count'));
    expect(await waitUntil(async () => refused().length + (await running()) === calls.length, 30_000)).toBe(true);
    const during = await server.vitals();
    process.stdout.write(`\n${await running()} of 300 calls run, and take ${(during.heap - before.heap) >> 20} MB\n`);
    expect(refused().length).toBeGreaterThan(200);
    for (const one of refused()) {
      expect(one.received()).toContain('The server has reached its limit of running calls');
      expect(one.received()).toMatch(/\r\nretry-after: 1\r\n/i);
    }
    expect(during.heap - before.heap).toBeLessThan(140 * 2 ** 20);
    for (const one of calls) one.leave();
    expect(await waitUntil(async () => (await running()) === 0, 20_000)).toBe(true);
    expect(server.complaints).toEqual([]);
  });

  // Shorter, and without a time limit: the streams of the framework are slow for each chunk.
  test('are in proportion in a web-standard adapter: a body in chunks of one byte', async () => {
    const body = byteByByte('a body in chunks of one byte, by fetch', almostMebibyte / 16);
    await expectFair(fetchServer, body, Number.POSITIVE_INFINITY);
  });
});
