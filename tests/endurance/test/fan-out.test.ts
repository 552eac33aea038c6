import { machineSlowness } from '@toolwire/internal/testing';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HeldExchange, holdExchange, untilReceived } from '../src/held-exchange.ts';
import { createKeepAliveClient } from '../src/keep-alive-client.ts';
import { legacyBytes, modernBytes } from '../src/mcp-requests.ts';
import { callBytes, resultOf } from '../src/requests.ts';
import { type Cost, costTable, type LongExchange, measureCost } from '../src/retained.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { waitUntil } from '../src/wait-until.ts';

const listeners = 100;
const mostStallMs = 200;
const resultBytes = 2 ** 20 - 2000;

// A new server for each case, because Node's memory for slow callers would count for the next case.
let server: ServerProcess;
beforeEach(async () => {
  server = await startServer('cost-server', {}, ['--max-old-space-size=256']);
});
afterEach(() => server.kill());

const costs: Cost[] = [];
afterAll(() => void process.stdout.write(`\n${costTable(costs)}\n`));

/** Begins a task whose result is as long as its input. */
async function beginTask(port: number): Promise<{ readonly taskId: string; readonly sentBytes: number }> {
  const client = createKeepAliveClient(port);
  const bytes = modernBytes('tools/call', {
    name: 'Cost_EchoAsTask',
    arguments: { text: 'x'.repeat(resultBytes) },
  });
  const { text } = await client.exchange(bytes);
  client.hangUp();
  const { result } = JSON.parse(text) as { result: { taskId: string } };
  return { taskId: result.taskId, sentBytes: bytes.length };
}

async function endTask(port: number): Promise<void> {
  const client = createKeepAliveClient(port);
  expect(resultOf(await client.exchange(callBytes('Cost.Open', {}))).value).toBe(true);
  client.hangUp();
}

interface FanOut {
  readonly what: string;
  readonly bytes: (taskId: string) => Buffer;
  /** What comes back while the task goes on. */
  readonly first: string | undefined;
  readonly reads: boolean;
}

const listen = (taskId: string): Buffer =>
  modernBytes('subscriptions/listen', { notifications: { taskIds: [taskId] } });
const waitForResult = (taskId: string): Buffer =>
  legacyBytes({ jsonrpc: '2.0', id: 1, method: 'tasks/result', params: { taskId } });

const fanOuts: readonly FanOut[] = [
  { what: 'listeners that do not read', bytes: listen, first: '"working"', reads: false },
  { what: 'listeners that read', bytes: listen, first: '"working"', reads: true },
  { what: 'callers who wait for the result and do not read', bytes: waitForResult, first: '"working"', reads: false },
  { what: 'callers who wait for the result and read', bytes: waitForResult, first: '"working"', reads: true },
];

const exchangeOf = ({ what, bytes, first, reads }: FanOut): LongExchange => ({
  what: `${listeners} ${what}`,
  begin: async ({ port }) => {
    const { taskId, sentBytes } = await beginTask(port);
    const opened: readonly HeldExchange[] = await Promise.all(
      Array.from({ length: listeners }, () => holdExchange(port, bytes(taskId))),
    );
    if (first !== undefined) await untilReceived(opened, first);
    if (!reads) for (const one of opened) one.stopReading();
    await endTask(port);
    if (reads) {
      const hasAll = (one: HeldExchange): boolean => one.receivedBytes() > resultBytes;
      expect(await waitUntil(() => opened.every(hasAll), 30_000)).toBe(true);
    }
    return {
      sentBytes: opened.reduce((sum, one) => sum + one.sentBytes, sentBytes),
      leave: () => {
        for (const one of opened) one.leave();
      },
    };
  },
});

describe(`the end of one task with ${listeners} listening callers`, () => {
  test.each(fanOuts)('costs its server as much as one copy: $what', async (fanOut) => {
    const cost = await measureCost(server, exchangeOf(fanOut));
    costs.push(cost);
    expect(server.complaints).toEqual([]);
    expect(cost.retainedBytes).toBeLessThanOrEqual(cost.allowedBytes);
    expect(cost.stallMs).toBeLessThanOrEqual(mostStallMs * machineSlowness());
  });
});
