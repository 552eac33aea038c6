import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpResponse } from '@toolwire/core/wire';
import { afterEach, describe, expect, test } from 'vitest';
import { cutStalledCallers, type ListeningServer, listen } from '../src/index.ts';

let listening: ListeningServer | undefined;
let callers: Socket[] = [];
afterEach(async () => {
  for (const caller of callers) caller.destroy();
  callers = [];
  await listening?.close({ deadlineMs: 0 });
  listening = undefined;
});

const large = Buffer.alloc(9 * 1024 * 1024, 97);
const answerOf = (body: NonNullable<HttpResponse['body']>): HttpResponse => ({ status: 200, headers: {}, body });

/** Starts a server whose answers are these, and that cuts after this long. */
async function serve(answer: () => HttpResponse, writeStallMs: number): Promise<ListeningServer> {
  listening = await listen({ handle: answer, writeStallMs }, 0);
  return listening;
}

/** A caller that asks, and takes nothing until it is resumed. */
async function ask(port: number): Promise<Socket> {
  const caller = connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .pause();
  callers.push(caller);
  await once(caller, 'connect');
  caller.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  return caller;
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

async function* inPieces(): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < 9; piece++) yield large.subarray(0, 1024 * 1024);
}

describe('a caller that reads nothing of a response', () => {
  test.each([
    ['as one text', () => answerOf(large.toString())],
    ['as bytes', () => answerOf(large)],
    ['as a stream', () => answerOf(inPieces())],
  ])('is disconnected after a timeout, and all waiting work is released: %s', async (_what, answer) => {
    const { port, server } = await serve(answer, 3000);
    for (let caller = 0; caller < 4; caller++) await ask(port);
    await expect.poll(() => openConnections(server)).toBe(4);
    await expect.poll(() => openConnections(server)).toBe(0);
  });

  test.each([30_000, Number.POSITIVE_INFINITY])('is not disconnected earlier: %s', async (writeStallMs) => {
    const { port, server } = await serve(() => answerOf(large), writeStallMs);
    await ask(port);
    await wait(1000);
    expect(await openConnections(server)).toBe(1);
  });

  test('is disconnected by a guard of a whole server too', async () => {
    const server = createServer((_request, response) => response.end(large)).listen(0);
    await once(server, 'listening');
    cutStalledCallers(server, 3000);
    await ask((server.address() as AddressInfo).port);
    await expect.poll(() => openConnections(server)).toBe(1);
    await expect.poll(() => openConnections(server)).toBe(0);
    server.close();
  });
});

test.each([Number.NaN, 0, -1, '1000'])('a guard of a whole server rejects %s as its time', (stallMs) => {
  expect(() => cutStalledCallers(createServer(), stallMs as number)).toThrow(
    'stallMs of cutStalledCallers() must be a number of milliseconds above 0, or Infinity for no limit',
  );
});

describe('a caller that reads', () => {
  test('a response slowly gets all of it', async () => {
    // More than the system buffers, so that most of it waits in one piece.
    const huge = Buffer.alloc(48 * 1024 * 1024);
    const { port } = await serve(() => answerOf(huge), 1500);
    const caller = await ask(port);
    let taken = 0;
    caller.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      caller.pause();
      // Four seconds for all of it, and on a busy machine as fast as that lets it.
      const early = (taken / huge.length) * 4000 - (performance.now() - since);
      setTimeout(() => caller.resume(), Math.max(0, early));
    });
    const since = performance.now();
    caller.resume();
    await expect.poll(() => taken).toBeGreaterThan(huge.length);
    // Or it would prove nothing.
    expect(performance.now() - since).toBeGreaterThan(3000);
  });

  test('a stream that is idle for long stays connected', async () => {
    async function* quiet(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('one');
      await wait(1500);
      yield Buffer.from('two');
    }
    const server = await serve(() => answerOf(quiet()), 300);
    const caller = await ask(server.port);
    let text = '';
    caller.on('data', (chunk: Buffer) => {
      text += String(chunk);
    });
    caller.resume();
    await expect.poll(() => text).toContain('two');
  });
});
