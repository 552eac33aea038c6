import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createNodeHandler } from '../src/index.ts';
import { writeStream } from '../src/write-stream.ts';

interface Served {
  readonly written: Promise<void>;
  readonly response: ServerResponse;
  readonly reply: IncomingMessage;
}

/** Serves chunks to a caller who has read nothing of them yet. */
async function serve(chunks: AsyncIterable<Uint8Array>): Promise<Served> {
  const server = createServer();
  const served = new Promise<Pick<Served, 'written' | 'response'>>((resolve) => {
    server.once('request', (_request, response: ServerResponse) => {
      response.writeHead(200).flushHeaders();
      const written = writeStream(chunks, response);
      // It is looked at later.
      written.catch(() => undefined);
      resolve({ written, response });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const reply = await new Promise<IncomingMessage>((resolve) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve);
  });
  reply.on('error', () => undefined);
  return { ...(await served), reply };
}

/** Chunks of which none comes before its reader has gone. */
function silent(left: () => Promise<IteratorResult<Uint8Array, undefined>>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined), return: left }) };
}

it('a caller that leaves while nothing is sent ends the source without an error', async () => {
  const left = vi.fn(async () => ({ done: true, value: undefined }) as const);
  const { written, reply } = await serve(silent(left));
  reply.destroy();
  await expect(written).resolves.toBeUndefined();
  expect(left).toHaveBeenCalledTimes(1);
});

it('an error of a source after its reader has left is ignored', async () => {
  const stop = new AbortController();
  const { written, reply } = await serve(
    (async function* () {
      yield Buffer.from('begun');
      await wait(60_000, undefined, { signal: stop.signal });
    })(),
  );
  reply.destroy();
  await wait(20);
  stop.abort();
  await expect(written).resolves.toBeUndefined();
});

it('a source that throws synchronously ends the response, and not the process', async () => {
  const chunk = Buffer.alloc(8 * 1024 * 1024);
  let asked = 0;
  const next = (): Promise<IteratorResult<Uint8Array>> => {
    if (asked++ > 0) throw new Error('The file is gone');
    return Promise.resolve({ done: false, value: chunk });
  };
  const { written, reply } = await serve({ [Symbol.asyncIterator]: () => ({ next }) });
  reply.resume();
  await expect(written).rejects.toThrow('The file is gone');
});

it("a source that can't be closed is reported", async () => {
  const { written, reply } = await serve(silent(() => Promise.reject(new Error('The file could not be closed'))));
  reply.destroy();
  await expect(written).rejects.toThrow('The file could not be closed');
});

it('a source that fails truncates the response, and is reported', async () => {
  const { written, reply } = await serve(
    (async function* () {
      yield Buffer.from('begun');
      await wait(5);
      throw new Error('The file ended too soon');
    })(),
  );
  await expect(written).rejects.toThrow('The file ended too soon');
  const aborted = new Promise((resolve) => reply.once('aborted', resolve));
  reply.resume();
  await aborted;
});

it('a slow reader gets every byte, with one listener for all waits', async () => {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  const { written, response, reply } = await serve(
    (async function* () {
      for (let sent = 0; sent < 40; sent++) yield chunk;
    })(),
  );
  const waits = vi.fn();
  response.on('drain', waits);
  let length = 0;
  for await (const part of reply) {
    length += (part as Buffer).length;
    await wait(1);
  }
  await written;
  expect(length).toBe(40 * chunk.length);
  expect(waits.mock.calls.length).toBeGreaterThan(2);
  expect(response.listenerCount('drain')).toBe(2);
});

it('a stream is closed unread if the app has already responded', async () => {
  const left = vi.fn(async () => ({ done: true, value: undefined }) as const);
  const handle = createNodeHandler({ handle: () => ({ status: 200, headers: {}, body: silent(left) }) });
  const server = createServer((request, response) => {
    response.writeHead(503).end();
    void handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(status).toBe(503);
  expect(left).toHaveBeenCalledTimes(1);
});
