import { PassThrough, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { contextEntry, contextValues, createContextKey, defineTool } from '@toolwire/core';
import { createToolServer } from '@toolwire/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveStdio } from '../src/index.ts';
import { type ClientMessage, call, expectConversation, initialize, legacyRevisions } from './conversation.ts';

const user = createContextKey('user', 'anonymous');
let runs = 0;

const server = createToolServer({
  wires: [],
  tools: [
    defineTool({
      id: 'Test.WhoAmI',
      version: '1.0.0',
      description: 'Tells who calls.',
      run: (_input, { get, principal }) => {
        runs += 1;
        return `${principal?.id}, ${get(user)}`;
      },
    }),
  ],
});

let stuckCalls = 0;

const stuck = createToolServer({
  wires: [],
  tools: [
    defineTool({
      id: 'Test.Stuck',
      version: '1.0.0',
      description: 'Never ends.',
      run: () => {
        stuckCalls += 1;
        return new Promise(() => undefined);
      },
    }),
  ],
});

const line = (id: number): string => lineOf(call(id, 'Test_WhoAmI'));

const lineOf = (message: ClientMessage): string => `${JSON.stringify(message)}\n`;

/** The output, one message per line. */
function messagesIn(output: PassThrough): readonly Readonly<Record<string, unknown>>[] {
  const lines = (output.read() as string).trimEnd().split('\n');
  return lines.map((one) => JSON.parse(one) as Readonly<Record<string, unknown>>);
}

describe('serveStdio', () => {
  it('serves any pair of streams, and passes on the caller', async () => {
    const input = new PassThrough();
    const output = new PassThrough({ encoding: 'utf8' });
    const { closed } = serveStdio(server, {
      input,
      output,
      principal: { id: 'ada' },
      values: contextValues([contextEntry(user, 'Ada')]),
    });
    input.end(line(1));
    await closed;
    const messages = messagesIn(output);
    expect(messages).toMatchObject([{ id: 1, result: { content: [{ text: 'ada, Ada' }] } }]);
    expectConversation([call(1, 'Test_WhoAmI')], messages);
  });

  it('closes when its client stops reading in the middle of several messages', async () => {
    const output = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const input = new PassThrough();
    const { closed } = serveStdio(server, { input, output });
    input.write(line(1) + line(2) + line(3));
    await expect(Promise.race([closed, wait(2000, 'still open')])).resolves.toBeUndefined();
  });

  it('rejects an invalid grace period', () => {
    expect(() => serveStdio(server, { input: new PassThrough(), graceMs: -1 })).toThrow('(TW_OPTION_NUMBER)');
  });

  it('runs tools with scopes for a caller with these scopes, and lists the missing scopes to other callers', async () => {
    const guarded = createToolServer({
      wires: [],
      tools: [
        defineTool({
          id: 'Test.Guarded',
          version: '1.0.0',
          description: 'Is guarded.',
          scopes: ['a', 'b'],
          run: () => 'ran',
        }),
      ],
    });
    const asked = [undefined, { id: 'ada', scopes: ['a'] }, { id: 'ada', scopes: ['b', 'a'] }].map(
      async (principal) => {
        const input = new PassThrough();
        const output = new PassThrough({ encoding: 'utf8' });
        const { closed } = serveStdio(guarded, { input, output, ...(principal && { principal }) });
        input.end(lineOf(call(1, 'Test_Guarded')));
        await closed;
        return messagesIn(output);
      },
    );
    expect(await Promise.all(asked)).toMatchObject([
      [
        {
          error: { message: "Tool 'Test_Guarded' requires an authenticated caller", data: { code: 'unauthenticated' } },
        },
      ],
      [{ error: { message: "Tool 'Test_Guarded' needs the scopes 'a' and 'b'", data: { scopes: ['a', 'b'] } } }],
      [{ result: { content: [{ text: 'ran' }] } }],
    ]);
  });

  it('does not use the streams of the process then', async () => {
    const writeOf = (): unknown => Reflect.get(process.stdout, 'write');
    const before = writeOf();
    const serving = serveStdio(server, { input: new PassThrough(), output: new PassThrough() });
    expect(writeOf()).toBe(before);
    await serving.close();
  });

  it('leaves stdout to the app after an invalid option', () => {
    const writeOf = (): unknown => Reflect.get(process.stdout, 'write');
    const before = writeOf();
    expect(() => serveStdio(server, { input: new PassThrough(), pageSize: 0 })).toThrow('(TW_OPTION_NUMBER)');
    expect(writeOf()).toBe(before);
  });

  it('can be closed while it waits for a message', async () => {
    const input = new PassThrough();
    const serving = serveStdio(server, { input, output: new PassThrough() });
    await serving.close();
    await serving.closed;
    expect(input.destroyed).toBe(true);
  });

  it('does not count the time of a user input request against the timeout', async () => {
    const asking = defineTool({
      id: 'Test.Asking',
      version: '1.0.0',
      description: 'Asks for a name.',
      timeoutMs: 20,
      run: async (_input, { ask }) => {
        const { name } = await ask({
          name: { kind: 'form', message: 'Who are you?', schema: { type: 'object', properties: {} } },
        });
        return name.action;
      },
    });
    const [input, output] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })];
    serveStdio(createToolServer({ wires: [], tools: [asking] }), { input, output });
    const request = initialize(1, '2025-11-25');
    input.write(
      lineOf({ ...request, params: { ...request.params, capabilities: { elicitation: {} } } } as ClientMessage),
    );
    input.write(
      lineOf({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'Test_Asking' } } as ClientMessage),
    );
    const sent: string[] = [];
    output.on('data', (text: string) => sent.push(text));
    await vi.waitFor(() => expect(sent.join('')).toContain('elicitation/create'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    input.end(lineOf({ jsonrpc: '2.0', id: 'ask-1', result: { action: 'decline' } } as ClientMessage));
    await vi.waitFor(() => expect(sent.at(-1)).toContain('"text":"decline"'));
  });

  it('stops reading while its output is not read', async () => {
    const held: (() => void)[] = [];
    const output = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => void held.push(done) });
    const input = new PassThrough();
    const { closed } = serveStdio(server, { input, output });
    runs = 0;
    for (let id = 0; id < 50; id++) input.write(line(id));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    // The calls that had been read when the first answer filled the stream; nowhere near all of them.
    expect(runs).toBeLessThan(5);

    input.end();
    const release = setInterval(() => held.shift()?.());
    await closed;
    clearInterval(release);
    expect(runs).toBe(50);
  });

  it('accepts messages of up to 16 MiB and 64 levels', async () => {
    const input = new PassThrough();
    const output = new PassThrough({ encoding: 'utf8' });
    const { closed } = serveStdio(server, { input, output });
    const nested = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    input.end(`${'x'.repeat(16 * 1024 * 1024 + 1)}\n${nested(65)}\n${nested(64)}\n`);
    await closed;
    const messages = messagesIn(output);
    expect(messages).toMatchObject([
      { error: { message: 'A message must be at most 16777216 bytes long' } },
      { error: { message: 'A message must not nest deeper than 64 levels' } },
      {},
    ]);
    expectConversation([], messages);
  });

  it.each([undefined, ...legacyRevisions])(
    "responds to unreadable input in the format of its client's revision: %s",
    async (revision) => {
      const input = new PassThrough();
      const output = new PassThrough({ encoding: 'utf8' });
      const { closed } = serveStdio(server, { input, output });
      const sent = revision === undefined ? [] : [initialize(1, revision)];
      for (const message of sent) input.write(lineOf(message));
      input.end(`{\n${'['.repeat(65)}${']'.repeat(65)}\n1\n`);
      await closed;
      const messages = messagesIn(output);
      const unread = messages.slice(sent.length);
      expectConversation(sent, messages);
      expect(unread).toMatchObject([-32700, -32600, -32600].map((code) => ({ error: { code } })));
      // JSON-RPC wants null here; from 2025-11-25 on MCP wants nothing.
      const id = revision !== undefined && revision < '2025-11-25' ? null : undefined;
      expect(unread.map((message) => message['id'])).toEqual([id, id, id]);
    },
  );

  it('exits with 1 only after both grace periods have passed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
    const before = new Set(process.listeners('SIGTERM'));
    const input = new PassThrough();
    const afterClose = () => new Promise<void>(() => undefined);
    const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never);
    serveStdio(stuck, { output: new PassThrough(), graceMs: 10_000 }, afterClose);
    const added = process.listeners('SIGTERM').filter((listener) => !before.has(listener));
    onTestFinished(() => {
      vi.useRealTimers();
      exit.mockRestore();
      stdin.mockRestore();
      for (const listener of added) process.off('SIGTERM', listener).off('SIGINT', listener);
    });
    input.write(lineOf(call(1, 'Test_Stuck')));
    // `vi.waitFor` would advance the timers.
    const turnsUntil = async (isDone: () => boolean): Promise<void> => {
      while (!isDone()) await new Promise((resolve) => void setImmediate(resolve));
    };
    await turnsUntil(() => stuckCalls === 1);
    const timers = vi.getTimerCount();
    for (const listener of added) listener('SIGTERM');
    // The hard limit, and the grace period of the connection.
    await turnsUntil(() => vi.getTimerCount() === timers + 2);
    await vi.advanceTimersByTimeAsync(22_999);
    expect(exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(exit).toHaveBeenCalledWith(1);
  });

  it('ends when its output fails', async () => {
    const input = new PassThrough();
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('gone')) });
    const { closed } = serveStdio(server, { input, output });
    const failed = new Promise((resolve) => {
      output.on('close', resolve);
    });
    input.write(line(1));
    await failed;
    await closed;
    expect(input.destroyed).toBe(true);
  });
});
