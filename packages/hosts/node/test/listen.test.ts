import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpResponse, StopSteps } from '@toolwire/core/wire';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ListeningServer, listen } from '../src/index.ts';

/** A server with nothing to stop. */
const noSteps: StopSteps = {
  announce: () => undefined,
  endStreams: () => undefined,
  refuse: () => undefined,
  interrupt: () => undefined,
  idle: async () => undefined,
};

let listening: ListeningServer | undefined;
afterEach(async () => {
  await listening?.close();
  listening = undefined;
});

const ok: HttpResponse = { status: 200, headers: {}, body: 'ok' };

async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

describe('a dedicated server', () => {
  test('listens only on loopback by default', async () => {
    listening = await listen({ handle: () => ok }, 0);
    expect(listening.url).toBe(`http://127.0.0.1:${listening.port}`);
    expect(await (await fetch(listening.url)).text()).toBe('ok');
  });

  test('has a URL with its address, where an empty host means all addresses', async () => {
    listening = await listen({ handle: () => ok }, 0, { host: '' });
    expect(listening.url).toMatch(/^http:\/\/(?:\[::\]|0\.0\.0\.0):\d+$/);
    expect(await (await fetch(listening.url)).text()).toBe('ok');
  });

  test('reports a port that is in use', async () => {
    listening = await listen({ handle: () => ok }, 0);
    await expect(listen({ handle: () => ok }, listening.port)).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `Port ${listening.port} is in use: stop the process that listens there, or pass another port (0 for any free port)`,
    });
  });

  test.each([
    ['3000x', "'3000x'"],
    [Number.NaN, 'NaN'],
    [70_000, '70000'],
    [{ port: 3000 }, 'another object'],
  ])('rejects an invalid port: %s', async (port, shown) => {
    const listens = listen({ handle: () => ok }, port as number);
    await expect(listens).rejects.toThrow(`The port must be a whole number from 0 to 65535, got ${shown}.`);
  });

  test('has named options', async () => {
    await expect(listen({ handle: () => ok }, 0, '0.0.0.0' as never)).rejects.toThrow(
      'expects an object, such as { host: … }',
    );
    await expect(listen([] as never)).rejects.toThrow('got a list');
  });

  test('responds with 404 in JSON for other routes', async () => {
    listening = await listen({ handle: () => undefined }, 0);
    const answer = await fetch(`${listening.url}/elsewhere`);
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }]);
  });

  test('responds to invalid bytes in JSON, and closes the connection', async () => {
    listening = await listen({ handle: () => ok }, 0);
    const answer = await raw(listening.port, 'nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/connection: close/);
    expect(answer).toMatch(/\{"message":"Bad Request"\}$/);
  });

  test('responds to headers that are too long with 431', async () => {
    listening = await listen({ handle: () => ok }, 0);
    expect(await raw(listening.port, `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  });

  test('responds to a request that does not arrive in time with 408, and when to retry', async () => {
    listening = await listen({ handle: () => ok }, 0);
    listening.server.headersTimeout = 200;
    expect(await raw(listening.port, 'GET / HTTP/1.1\r\nhost: a\r\n')).toMatch(
      /^HTTP\/1\.1 408 Request Timeout\r\n(?:.*\r\n)*retry-after: 1\r\n/,
    );
  });

  test('closes after running calls have ended, and accepts no new calls', async () => {
    const steps: string[] = [];
    const stop = {
      ...noSteps,
      announce: () => void steps.push('announce'),
      interrupt: () => void steps.push('interrupt'),
    };
    const handle = vi.fn(() => wait(200, ok));
    listening = await listen({ handle, stop }, 0);
    const running = fetch(listening.url);
    await expect.poll(() => handle).toHaveBeenCalled();
    const closed = listening.close();
    expect(await (await running).text()).toBe('ok');
    await closed;
    expect(steps).toEqual(['announce']);
    await expect(fetch(listening.url)).rejects.toThrow('fetch failed');
    listening = undefined;
  });

  test('accepts calls during the grace period, and asks every caller to close the connection', async () => {
    listening = await listen({ handle: () => ok }, 0);
    const closed = listening.close({ graceMs: 2000 });
    const during = await fetch(listening.url);
    expect([during.status, during.headers.get('connection')]).toEqual([200, 'close']);
    await closed;
    await expect(fetch(listening.url)).rejects.toThrow('fetch failed');
    listening = undefined;
  });

  test('interrupts running calls at the deadline, and waits for their responses', async () => {
    let interrupt = (): void => undefined;
    const interrupted = new Promise<HttpResponse>((resolve) => {
      interrupt = () => resolve({ status: 200, headers: {}, body: 'interrupted' });
    });
    const stop = { ...noSteps, announce: () => undefined, interrupt: () => interrupt() };
    const handle = vi.fn(() => interrupted);
    listening = await listen({ handle, stop }, 0);
    const running = fetch(listening.url);
    await expect.poll(() => handle).toHaveBeenCalled();
    await listening.close({ deadlineMs: 100 });
    expect(await (await running).text()).toBe('interrupted');
    listening = undefined;
  });

  test('waits for work without a connection, but no longer than for other work', async () => {
    let goOn = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const steps: string[] = [];
    const stop = {
      ...noSteps,
      announce: () => undefined,
      interrupt: () => void steps.push('interrupted'),
      idle: () => done,
    };
    listening = await listen({ handle: () => undefined, stop }, 0);
    const closed = listening.close({ deadlineMs: 60_000 }).then(() => steps.push('closed'));
    await wait(100);
    expect(steps).toEqual([]);
    goOn();
    await closed;
    const endless = { ...stop, idle: () => new Promise<void>(() => undefined) };
    listening = await listen({ handle: () => undefined, stop: endless }, 0);
    await listening.close({ deadlineMs: 100 });
    expect(steps).toEqual(['closed', 'interrupted']);
    listening = undefined;
  });

  test('closes in the end, whatever still runs', async () => {
    const handle = vi.fn(() => new Promise<HttpResponse>(() => undefined));
    listening = await listen({ handle }, 0);
    const hanging = fetch(listening.url).catch(() => 'cut');
    await expect.poll(() => handle).toHaveBeenCalled();
    await listening.close({ deadlineMs: 100 });
    expect(await hanging).toBe('cut');
    listening = undefined;
  });
});
