import { PassThrough, Writable } from 'node:stream';
import { contextEntry, contextValues, createContextKey, defineTool } from '@toolwire/core';
import { createToolServer } from '@toolwire/server';
import { describe, expect, it, vi } from 'vitest';
import { serveStdio } from '../src/index.ts';
import { call } from './start-program.ts';

const user = createContextKey('user', 'nobody');
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

const line = (id: number): string => `${JSON.stringify(call(id, 'Test_WhoAmI'))}\n`;

describe('serveStdio', () => {
  it('serves any pair of streams, and hands along who is at the other end', async () => {
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
    expect(JSON.parse(output.read() as string)).toMatchObject({ id: 1, result: { structuredContent: 'ada, Ada' } });
  });

  it("leaves the process's own streams alone then", async () => {
    const writeOf = (): unknown => Reflect.get(process.stdout, 'write');
    const before = writeOf();
    const serving = serveStdio(server, { input: new PassThrough(), output: new PassThrough() });
    expect(writeOf()).toBe(before);
    await serving.close();
  });

  it('can be closed while it waits for a message', async () => {
    const input = new PassThrough();
    const serving = serveStdio(server, { input, output: new PassThrough() });
    await serving.close();
    await serving.closed;
    expect(input.destroyed).toBe(true);
  });

  it('reads no further while its answers are not read', async () => {
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

  it('takes what a limit of its own allows', async () => {
    const input = new PassThrough();
    const output = new PassThrough({ encoding: 'utf8' });
    const { closed } = serveStdio(server, { input, output, maxLineBytes: 10, maxDepth: 2 });
    input.end(`${'x'.repeat(11)}\n[[[1]]]\n[[1]]\n`);
    await closed;
    const answers = (output.read() as string).trimEnd().split('\n');
    const messages = answers.map((answer) => (JSON.parse(answer) as { error: { message: string } }).error.message);
    expect(messages.slice(0, 2)).toEqual([
      'A message must be at most 10 bytes long',
      'A message must not nest deeper than 2 levels',
    ]);
    expect(messages).toHaveLength(3);
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
