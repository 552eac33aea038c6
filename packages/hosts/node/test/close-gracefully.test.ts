import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CloseGracefullyOptions, closeGracefully, createNodeHandler } from '../src/index.ts';
import { defaultDeadlineMs } from '../src/shutdown-times.ts';

let started = (): void => undefined;
let goOn = (): void => undefined;
let sockets: Socket[] = [];
const codes: unknown[] = [];
beforeEach(() => {
  codes.length = 0;
  vi.spyOn(process, 'exit').mockImplementation(((code: number) => void codes.push(code)) as never);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  vi.restoreAllMocks();
});

const tool = defineTool({
  id: 'A.Wait',
  version: '1.0.0',
  description: 'Waits until the test continues it, or its signal aborts.',
  run: (_input, { signal }) => {
    started();
    return new Promise<string>((resolve) => {
      goOn = () => resolve('done');
      signal.addEventListener('abort', () => resolve('stopped'));
    });
  },
});

function createTools(prefix: string): ToolServer {
  return createToolServer({ tools: [tool], wires: [otc({ prefix })], logger: silentLogger });
}

interface App {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
}

/** An app with two mounts and its own routes: one with a given duration, and one for sockets. */
async function startApp(first: ToolServer, second: ToolServer): Promise<App> {
  const mounts = [createNodeHandler(first), createNodeHandler(second)];
  const server = createServer((request, response) => {
    void (async () => {
      for (const handle of mounts) if (await handle(request, response)) return;
      started();
      goOn = () => response.end('own');
    })();
  });
  server.on('upgrade', (_request, socket: Socket) => {
    sockets.push(socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: echo\r\nconnection: upgrade\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${port}` };
}

const untilStarted = (): Promise<void> =>
  new Promise((resolve) => {
    started = resolve;
  });

function callTool(url: string): Promise<Response> {
  const body = JSON.stringify({ request: { tool_id: 'A.Wait' } });
  return fetch(`${url}/tools/call`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const [first, second] = ['/first', '/second'];

async function stopped(options: CloseGracefullyOptions = { signals: false }) {
  const tools = [createTools(first), createTools(second)] as const;
  const app = await startApp(...tools);
  return { ...app, close: closeGracefully(app.server, tools, options) };
}

describe('an app during shutdown', () => {
  test.each([first, second])('completes a running call of any of its tool servers: %s', async (prefix) => {
    const { url, close } = await stopped();
    const running = untilStarted();
    const answer = callTool(url + prefix);
    await running;
    const closing = close();
    await wait(50);
    goOn();
    expect(await (await answer).json()).toMatchObject({ result: { success: true, value: 'done' } });
    await closing;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test('completes its own running request', async () => {
    const { url, close } = await stopped();
    const running = untilStarted();
    const answer = fetch(`${url}/own`);
    await running;
    const closing = close();
    await wait(50);
    goOn();
    expect(await (await answer).text()).toBe('own');
    await closing;
  });

  test('reports the shutdown in the health of every tool server, and accepts calls during the grace period', async () => {
    const { url, close } = await stopped();
    const closing = close({ graceMs: 2000 });
    for (const prefix of [first, second]) expect((await fetch(`${url}${prefix}/health`)).status).toBe(503);
    const running = untilStarted();
    const answer = callTool(url + first);
    await running;
    goOn();
    expect((await answer).status).toBe(200);
    await closing;
  });

  test('ends at the deadline, whatever is still open, and aborts the tools', async () => {
    const { url, port, close } = await stopped();
    const upgraded = await open(port);
    upgraded.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n');
    await once(upgraded, 'data');
    const running = untilStarted();
    const answer = callTool(url + second);
    await running;
    const ended = once(upgraded, 'close');
    await close({ deadlineMs: 100 });
    expect(await (await answer).json()).toMatchObject({ result: { success: false } });
    await ended;
  });

  test('does not wait for unused connections, which browsers open in advance', async () => {
    const { port, close } = await stopped();
    await open(port);
    await wait(600);
    // Far beyond the time of a test.
    await close({ deadlineMs: 600_000 });
  });

  test('closes once, however often it is requested, and even if it has already closed or never listened', async () => {
    const { close, server } = await stopped();
    await Promise.all([close(), close()]);
    await closeGracefully(server, createTools(first), { signals: false })();
    await closeGracefully(createServer(), createTools(first), { signals: false })();
  });

  test('uses the times of the options and runs its cleanup once, when the app closes it', async () => {
    const steps: string[] = [];
    const onClosed = () => steps.push('saved');
    const { url, close } = await stopped({ signals: false, deadlineMs: 50, onClosed });
    const running = untilStarted();
    const answer = callTool(url + first);
    await running;
    await Promise.all([close(), close()]);
    expect(await (await answer).text()).toContain('stopped');
    expect(steps).toEqual(['saved']);
  });

  test('uses the times of the options where the app passes undefined', async () => {
    const { url, close } = await stopped({ signals: false, deadlineMs: 50 });
    const running = untilStarted();
    const answer = callTool(url + first);
    await running;
    const startedAt = performance.now();
    await close({ deadlineMs: undefined });
    expect(performance.now() - startedAt).toBeLessThan(defaultDeadlineMs);
    expect(await (await answer).text()).toContain('stopped');
  });

  test('handles signals automatically, runs its cleanup, and exits with 0', async () => {
    const steps: string[] = [];
    const before = process.listenerCount('SIGTERM');
    const { url, close } = await stopped({ graceMs: 0, onClosed: () => steps.push('saved') });
    onTestFinished(() => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.off(signal, process.listeners(signal).at(-1) as () => void);
      }
    });
    const running = untilStarted();
    const answer = callTool(url + first);
    await running;
    process.listeners('SIGTERM').at(-1)?.('SIGTERM');
    await wait(50);
    expect(steps).toEqual([]);
    goOn();
    await answer;
    await expect.poll(() => codes).toEqual([0]);
    expect(steps).toEqual(['saved']);
    // A hook of the app may call it during the shutdown.
    await close();
    expect(steps).toEqual(['saved']);
    expect(process.listenerCount('SIGTERM')).toBe(before + 1);
  });
});

test('explains what to pass when it gets something other than the listening server', () => {
  const tools = createTools(first);
  expect(() => closeGracefully((() => undefined) as never, tools)).toThrow('closeGracefully(app.listen(3000), tools)');
  expect(() => closeGracefully(tools as never, createServer() as never)).toThrow(
    'The first argument must be the listening server',
  );
  expect(() => closeGracefully(createServer(), {} as never)).toThrow('Expected a tool server from toolwire');
});

test('waits for every server, and then fails if one of them could not stop', async () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const tools = createTools('');
  const failing = { ...tools, stop: { ...tools.stop, idle: () => Promise.reject(new Error('The engine is away.')) } };
  const waiting = { ...tools, stop: { ...tools.stop, idle: () => ended } };
  const { server } = await startApp(tools, tools);
  const failed = vi.fn();
  const closing = closeGracefully(server, [failing, waiting], { signals: false })().catch(failed);
  await wait(100);
  expect(failed).not.toHaveBeenCalled();
  end();
  await closing;
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('The engine is away.'));
});

test('closes the app and runs its cleanup, also if a tool server could not stop', async () => {
  const steps: string[] = [];
  const tools = createTools('');
  const failing = { ...tools, stop: { ...tools.stop, idle: () => Promise.reject(new Error('The engine is away.')) } };
  const { server } = await startApp(tools, tools);
  const app = { server, close: () => steps.push('closed') };
  const close = closeGracefully(app, failing, { signals: false, onClosed: () => steps.push('saved') });
  await expect(close()).rejects.toThrow('The engine is away.');
  expect(steps).toEqual(['closed', 'saved']);
});

test('closes nothing for invalid times, and can be closed later', async () => {
  const onClosed = vi.fn();
  const { url, close } = await stopped({ signals: false, onClosed });
  await expect(close({ deadlineMs: -1 })).rejects.toThrow('deadlineMs must be');
  await expect(close({ deadline: 1 } as object)).rejects.toThrow('in close(). Did you mean');
  expect(onClosed).not.toHaveBeenCalled();
  expect((await fetch(`${url}${first}/health`)).status).toBe(200);
  await close();
  expect(onClosed).toHaveBeenCalledOnce();
});

test('keeps its signals after invalid times, and removes them when it is closed', async () => {
  const before = process.listenerCount('SIGTERM');
  const { close } = await stopped({});
  await expect(close({ deadlineMs: -1 })).rejects.toThrow('deadlineMs must be');
  expect(process.listenerCount('SIGTERM')).toBe(before + 1);
  await close();
  expect(process.listenerCount('SIGTERM')).toBe(before);
});

test('rejects with the first failure when the later steps fail too', async () => {
  const steps: string[] = [];
  const fail = (step: string) => () => {
    steps.push(step);
    return Promise.reject(new Error(step));
  };
  const tools = createTools('');
  const failing = { ...tools, stop: { ...tools.stop, idle: fail('idle') } };
  const { server } = await startApp(tools, tools);
  const app = { server, close: fail('close') };
  const close = closeGracefully(app, failing, { signals: false, onClosed: fail('onClosed') });
  await expect(close()).rejects.toThrow('idle');
  expect(steps).toEqual(['idle', 'close', 'onClosed']);
});
