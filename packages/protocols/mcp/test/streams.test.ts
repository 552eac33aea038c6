import type { ToolDefinition } from '@toolwire/core';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EventStream } from '../src/http/event-stream.ts';
import { SharedText } from '../src/json-rpc/outgoing-text.ts';
import { createEndpoint, eventsOf, legacy, modern } from './support/http.ts';
import { legacyRevisions, type SentMessage } from './support/schemas.ts';
import { createTestService } from './support/service.ts';
import { add, chatty, tool } from './support/tools.ts';

afterEach(() => vi.useRealTimers());

const endpoint = createEndpoint(createTestService([add, chatty]));
const chat = { name: 'Test_Chatty', arguments: {} };
const level = (logLevel: string) => ({ 'io.modelcontextprotocol/logLevel': logLevel });

async function piecesOf(stream: EventStream): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}

function paramsOf(messages: readonly SentMessage[], method: string) {
  return messages.filter((message) => message.method === method).map(({ params }) => params);
}

describe('progress', () => {
  test('is sent in increasing numbers before the response, to a client with a token (MCP-PROG-02, MCP-HTTP-05)', async () => {
    for (const progressToken of ['t', 7]) {
      const { isStream, status, messages } = await endpoint.post(
        ...modern('tools/call', chat, { meta: { progressToken } }),
      );
      expect([status, isStream]).toEqual([200, true]);
      expect(paramsOf(messages, 'notifications/progress')).toEqual([
        { progressToken, progress: 1, total: 3, message: 'one' },
        { progressToken, progress: 2 },
      ]);
      expect(messages.at(-1)).toMatchObject({ id: 1, result: { content: [{ text: 'done' }] } });
    }
  });

  test('is sent before the response of a synchronous tool', async () => {
    const prompt: ToolDefinition = tool('Test.Prompt', (_, { progress }) => {
      progress(1);
      return 5;
    });
    // A real server responds synchronously if the tool does.
    const { service } = createToolServer({ tools: [prompt], wires: [], validator: ajv(), logger: silentLogger });
    const own = createEndpoint(service);
    const meta = { progressToken: 't' };
    for (const sent of [
      modern('tools/call', { name: 'Test_Prompt' }, { meta }),
      legacy('2025-11-25', 'tools/call', { name: 'Test_Prompt', _meta: meta }),
    ]) {
      const { isStream, messages } = await own.post(...sent);
      expect(isStream).toBe(true);
      expect(paramsOf(messages, 'notifications/progress')).toEqual([{ progressToken: 't', progress: 1 }]);
      expect(messages.at(-1)).toMatchObject({ id: 1, result: { content: [{ text: '5' }] } });
    }
  });

  test('is sent in every legacy revision, with messages since 2025-03-26', async () => {
    for (const revision of legacyRevisions) {
      const { messages } = await endpoint.post(
        ...legacy(revision, 'tools/call', { ...chat, _meta: { progressToken: 't' } }),
      );
      const [first] = paramsOf(messages, 'notifications/progress');
      expect(first).toEqual({
        progressToken: 't',
        progress: 1,
        total: 3,
        ...(revision !== '2024-11-05' && { message: 'one' }),
      });
    }
  });

  test('opens no stream if there is none, or it was not requested', async () => {
    const sum = { name: 'Calculator_Add', arguments: { a: 1, b: 2 } };
    const meta = { progressToken: 't', ...level('debug') };
    expect((await endpoint.post(...modern('tools/call', sum, { meta }))).isStream).toBe(false);
    expect((await endpoint.post(...modern('tools/call', chat))).isStream).toBe(false);
  });

  test('is not sent to a client that accepts no stream', async () => {
    const [value, { headers }] = modern('tools/call', chat, { meta: { progressToken: 't' } });
    const { isStream, message } = await endpoint.post(value, { headers: { ...headers, accept: 'application/json' } });
    expect(isStream).toBe(false);
    expect(message.result).toMatchObject({ content: [{ text: 'done' }] });
  });

  test('is ignored after the response (MCP-PROG-03)', async () => {
    let late: () => void = () => undefined;
    const hasty: ToolDefinition = tool('Test.Hasty', (_, { progress }) => {
      late = () => progress(2);
      return 1;
    });
    const own = createEndpoint(createTestService([hasty]));
    const meta = { progressToken: 1 };
    vi.useFakeTimers();
    const { isStream } = await own.post(...modern('tools/call', { name: 'Test_Hasty' }, { meta }));
    late();
    expect(isStream).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('log lines', () => {
  test('are sent without fields to a client of 2026-07-28 from its requested level on (MCP-LOG-02)', async () => {
    const seen = async (logLevel: string) => {
      const { messages } = await endpoint.post(...modern('tools/call', chat, { meta: level(logLevel) }));
      return paramsOf(messages, 'notifications/message').map((params) => params?.['data']);
    };
    expect(await seen('debug')).toEqual(['fine detail', 'a step', 'a problem']);
    expect(await seen('info')).toEqual(['a step', 'a problem']);
    expect(await seen('warning')).toEqual(['a problem']);
    expect(await seen('critical')).toEqual([]);
  });

  test('are sent to legacy clients from "info" on, since HTTP stores no level', async () => {
    for (const revision of legacyRevisions) {
      const { messages } = await endpoint.post(...legacy(revision, 'tools/call', chat));
      expect(paramsOf(messages, 'notifications/message')).toEqual([
        { level: 'info', logger: 'Test_Chatty', data: 'a step' },
        { level: 'error', logger: 'Test_Chatty', data: 'a problem' },
      ]);
    }
  });

  test('can be turned off', async () => {
    const quiet = createEndpoint(createTestService([chatty]), { logging: false });
    expect((await quiet.post(...modern('tools/call', chat, { meta: level('debug') }))).isStream).toBe(false);
    expect((await quiet.post(...legacy('2025-11-25', 'tools/call', chat))).isStream).toBe(false);
  });
});

describe('a stream', () => {
  test('is canceled when its client stops reading (MCP-CANC-01)', async () => {
    let signal: AbortSignal | undefined;
    const slow = tool('Test.Slow', (_, { progress, signal: own }) => {
      signal = own;
      progress(1);
      return new Promise((_resolve, reject) => own.addEventListener('abort', () => reject(new Error('gone'))));
    });
    const service = createTestService([slow]);
    const response = await createEndpoint(service).open(
      ...modern('tools/call', { name: 'Test_Slow' }, { meta: { progressToken: 1 } }),
    );
    const iterator = (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    await iterator.next();
    const pending = iterator.next();
    await iterator.return?.();
    expect(signal?.aborted).toBe(true);
    expect(await pending).toMatchObject({ done: true });
  });

  test('of a legacy client is not canceled by that', async () => {
    let signal: AbortSignal | undefined;
    const slow = tool('Test.Slow', (_, { log, signal: own }) => {
      signal = own;
      log.info({}, 'begun');
      return new Promise(() => undefined);
    });
    const response = await createEndpoint(createTestService([slow])).open(
      ...legacy('2025-11-25', 'tools/call', { name: 'Test_Slow' }),
    );
    const iterator = (response.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.return?.();
    expect(signal?.aborted).toBe(false);
  });

  test('is canceled by a broken connection, even before it is read', async () => {
    const signals: AbortSignal[] = [];
    const noting = tool('Test.Noting', (_, { signal, progress }) => {
      signals.push(signal);
      progress(1);
      return 1;
    });
    const controller = new AbortController();
    const own = createEndpoint(createTestService([noting]));
    const [value, options] = modern('tools/call', { name: 'Test_Noting' }, { meta: { progressToken: 1 } });
    await own.open(value, { ...options, signal: controller.signal });
    controller.abort();
    await own.open(value, { ...options, signal: controller.signal });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test('sends keep-alives', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = new EventStream(() => undefined);
    const first = stream.next();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(new TextDecoder().decode((await first).value)).toBe(':\n\n');
    await vi.advanceTimersByTimeAsync(75_000);
    stream.end('{}');
    expect(vi.getTimerCount()).toBe(0);
    expect(new TextDecoder().decode((await stream.next()).value)).toBe(':\n\nevent: message\ndata: {}\n\n');
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('queues little for a slow reader, and always the response', async () => {
    const stream = new EventStream(() => undefined);
    for (let index = 0; index < 1000; index++) stream.send(JSON.stringify({ index }));
    stream.end('{"answer":1}');
    stream.send('{"late":1}');
    stream.end('{"late":2}');
    const { value } = await stream.next();
    const sent = eventsOf(new TextDecoder().decode(value));
    expect(sent).toHaveLength(65);
    expect(sent.at(-1)).toEqual({ answer: 1 });
    expect(await stream.next()).toMatchObject({ done: true });
  });

  test('keeps only the latest message of each key for a slow reader', async () => {
    const stream = new EventStream(() => undefined);
    const read = async () => eventsOf(new TextDecoder().decode((await stream.next()).value));
    for (let index = 0; index < 1000; index++) {
      stream.send(JSON.stringify({ one: index, text: 'x'.repeat(10_000) }), 'one');
      stream.send(JSON.stringify({ two: index }), 'two');
    }
    stream.send('1');
    expect(await read()).toMatchObject([{ one: 999 }, { two: 999 }, 1]);
    for (let index = 0; index < 1000; index++) stream.send('1');
    stream.send('2', 'one');
    expect((await read()).slice(-2)).toEqual([1, 2]);
    await stream.return();
  });

  test('limits the queued length too', async () => {
    const stream = new EventStream(() => undefined);
    for (let index = 0; index < 10; index++) stream.send(JSON.stringify('x'.repeat(100_000)));
    stream.end('1');
    const { value } = await stream.next();
    expect(eventsOf(new TextDecoder().decode(value))).toHaveLength(3);
    const other = new EventStream(() => undefined);
    other.send(JSON.stringify('x'.repeat(300_000)));
    other.end('1');
    expect(eventsOf(new TextDecoder().decode((await other.next()).value))).toEqual([1]);
  });

  test('sends shared text without copies, in chunks between which other streams get a turn', async () => {
    const shared = new SharedText('x'.repeat(200_000));
    const streams = [1, 2].map(() => new EventStream(() => undefined));
    for (const stream of streams) {
      stream.send(['["', shared, '"]']);
      stream.end('2');
    }
    const read = await Promise.all(streams.map(piecesOf));
    for (const pieces of read) {
      const text = pieces.map((piece) => new TextDecoder().decode(piece)).join('');
      expect(eventsOf(text)).toEqual([['x'.repeat(200_000)], 2]);
      expect(pieces.filter(({ buffer }) => buffer === shared.bytes.buffer).length).toBeGreaterThanOrEqual(3);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
    }
  });

  test('drops a started message when its reader stops between two chunks', async () => {
    const left = vi.fn();
    const stream = new EventStream(left);
    stream.send([new SharedText('x'.repeat(200_000))]);
    await stream.next();
    await stream.next();
    const waiting = stream.next();
    await stream.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(left).toHaveBeenCalledOnce();
  });

  test('returns the queue as one chunk, in order', async () => {
    const stream = new EventStream(() => undefined);
    stream.send('1');
    stream.send('2');
    const all = new TextDecoder().decode((await stream.next()).value);
    expect(eventsOf(all)).toEqual([1, 2]);
    const waiting = stream.next();
    stream.send('3');
    expect(eventsOf(new TextDecoder().decode((await waiting).value))).toEqual([3]);
    await stream.return();
  });
});
