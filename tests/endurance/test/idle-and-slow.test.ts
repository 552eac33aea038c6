import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFilesLimit, openIdleCallers } from '../src/idle-callers.ts';
import { createKeepAliveClient } from '../src/keep-alive-client.ts';
import { callBytes, resultOf } from '../src/requests.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { type Cut, type SlowRequest, sendSlowly } from '../src/slow-caller.ts';
import { inMegabytes, inMs, percentile, printFigures } from '../src/statistics.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer('load-server');
  startSlowCallers();
});
afterAll(() => server.kill());

const headersMs = 10_000;
const bodyMs = 30_000;
// How often the server looks for those whose time is over.
const checkEveryMs = 1000;
// A machine that is busy may be late.
const slackMs = 3000;
// Two clocks never agree entirely.
const earlyMs = 100;

const head = 'POST /tools/call HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
const halfHeads: Readonly<Record<string, SlowRequest>> = {
  'nothing at all': { start: '' },
  'half a request line': { start: 'GET /hea' },
  'half the headers': { start: head },
  'headers that never end': { start: head, drip: 'X-More: 1\r\n' },
  'a header that never ends': { start: `${head}X-More: `, drip: 'x' },
  'line breaks and no request': { start: '\r\n', drip: '\r\n' },
};
const halfBodies: Readonly<Record<string, { readonly request: SlowRequest; readonly status: number }>> = {
  'no body where one was announced': { request: { start: `${head}Content-Length: 1000\r\n\r\n` }, status: 408 },
  'half a body': { request: { start: `${head}Content-Length: 1000\r\n\r\n{"request":` }, status: 408 },
  'a body that never ends': {
    request: { start: `${head}Content-Length: 100000\r\n\r\n{"request":`, drip: ' ' },
    status: 408,
  },
  'chunks that never end': {
    request: { start: `${head}Transfer-Encoding: chunked\r\n\r\n`, drip: '1\r\n \r\n' },
    status: 408,
  },
  'half a body with the question for a listing': {
    request: { start: 'GET /tools HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{' },
    status: 408,
  },
  // It has its answer, and is given a second to finish.
  'half a body where none is read': {
    request: { start: 'GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{' },
    status: 200,
  },
};

/** The outcome of each slow caller. All start before the first test, and end after the last one. */
const cuts = new Map<string, Promise<Cut>>();

function startSlowCallers(): void {
  for (const [what, request] of Object.entries(halfHeads)) {
    cuts.set(what, sendSlowly(server.port, request, headersMs + checkEveryMs + slackMs));
  }
  for (const [what, { request }] of Object.entries(halfBodies)) {
    cuts.set(what, sendSlowly(server.port, request, bodyMs + checkEveryMs + slackMs));
  }
  // A caller that was not cut fails its own test, and nothing before.
  for (const cut of cuts.values()) cut.catch(() => undefined);
}

describe('8 000 idle connections', () => {
  test('cost at most 100 MB, and other calls continue', async () => {
    const count = 8000;
    const limit = openFilesLimit();
    expect(
      limit,
      `This test opens ${count} connections and may open ${limit} files. Raise the limit, as with "ulimit -n 10000".`,
    ).toBeGreaterThan(count + 500);

    const client = createKeepAliveClient(server.port);
    const callOften = async (times: number): Promise<number[]> => {
      const took: number[] = [];
      for (let n = 0; n < times; n++) {
        const started = performance.now();
        const answer = await client.exchange(callBytes('Load.Square', { n }));
        took.push(performance.now() - started);
        expect(resultOf(answer).value).toBe(n ** 2);
      }
      return took;
    };
    // Warm first, so that what is counted is the connections and not the first use of the code behind them.
    (await openIdleCallers(server.port, 200)).leave();
    const quiet = percentile(await callOften(1000), 0.99);
    await wait(1000);
    const before = await server.vitals();

    const idle = await openIdleCallers(server.port, count);
    const took = await callOften(2000);
    const during = await server.vitals();
    expect(idle.open()).toBe(count);
    expect(during.sockets).toBeGreaterThanOrEqual(count);
    const cost = during.rss - before.rss;
    printFigures(`${count} idle connections`, {
      'memory before': inMegabytes(before.rss),
      'memory during': inMegabytes(during.rss),
      cost: `${inMegabytes(cost)}, ${(cost / count / 1024).toFixed(1)} kB each`,
      'p50 of calls meanwhile': inMs(percentile(took, 0.5)),
      'p99 of calls meanwhile': inMs(percentile(took, 0.99)),
    });
    idle.leave();
    client.hangUp();
    expect(cost).toBeLessThanOrEqual(100 * 2 ** 20);
    expect(percentile(took, 0.99)).toBeLessThan(Math.max(250, 20 * quiet));
  });
});

describe('deliberately slow callers', () => {
  test.each(Object.keys(halfHeads))('are disconnected after 10 s when they send %s', async (what) => {
    const { afterMs, answers } = (await cuts.get(what)) as Cut;
    printFigures(`A caller that sent ${what}`, { 'cut after': inMs(afterMs) });
    expect(answers.map(({ status }) => status)).toEqual([408]);
    expect(afterMs).toBeGreaterThan(headersMs - earlyMs);
    expect(JSON.parse(answers[0]?.text ?? '')).toEqual({ message: 'Request Timeout' });
  });

  test.each(Object.entries(halfBodies))('are disconnected after 30 s when they send %s', async (what, { status }) => {
    const { afterMs, answers } = (await cuts.get(what)) as Cut;
    printFigures(`A caller that sent ${what}`, { 'cut after': inMs(afterMs) });
    expect(answers.map((answer) => answer.status)).toEqual([status]);
    // An honest caller has all of its time.
    if (status === 408) expect(afterMs).toBeGreaterThan(bodyMs - earlyMs);
  });
});
