import { pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import { type InputAnswers, InputRequired, noContextValues, type ToolContext } from '@toolwire/core';
import { isToolError } from '@toolwire/errors';
import { bundleProgram } from '@toolwire/programs';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { isolated } from '../src/isolated.ts';

type Tools = typeof import('./isolated-tools.ts');
let tools: Tools;

beforeAll(async () => {
  tools = (await import(pathToFileURL(bundleProgram(new URL('isolated-tools.ts', import.meta.url))).href)) as Tools;
});

const log: unknown[][] = [];
const heard =
  (level: string) =>
  (...line: unknown[]) =>
    void log.push([level, ...line]);

function contextOf(more: Partial<ToolContext> = {}): ToolContext {
  return {
    callId: 'call-1',
    toolId: 'Work.Talk@1.0.0',
    signal: new AbortController().signal,
    principal: { id: 'ada' },
    userId: 'ada',
    saved: { done: 0 },
    save: async () => undefined,
    progress: () => undefined,
    ask: async <Key extends string>() => ({ n: { action: 'accept' } }) as unknown as InputAnswers<Key>,
    log: { debug: heard('debug'), info: heard('info'), warn: heard('warn'), error: heard('error') },
    get: (key) => noContextValues.get(key),
    token: (id) => `token of ${id}`,
    secret: (id) => `secret ${id}`,
    ...more,
  };
}

describe('a tool that is isolated', () => {
  it('FAULT-16: is ended at its deadline though it never comes back, while others go on', async () => {
    const { spin, echo } = tools;
    const server = createToolServer({ tools: [spin, echo], wires: [], validator: ajv(), logger: silentLogger });
    const call = (toolId: string, input: object) =>
      server.call({
        wire: 'test',
        toolId,
        callId: toolId,
        traceId: undefined,
        input,
        context: { authorization: [], secrets: [] },
        lifetime: { signal: new AbortController().signal, endsDeliberately: false },
        values: noContextValues,
      });
    const [spun, echoed] = await Promise.all([call('Work.Spin', {}), call('Work.Echo', { text: 'here' })]);
    expect(spun).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(echoed).toMatchObject({ kind: 'value', value: 'here' });
  });

  it('leaves its place to the next when it is ended, which has a thread of its own, and the one after that the same', async () => {
    const aborting = new AbortController();
    let blocked: Promise<unknown> = Promise.resolve();
    await new Promise<void>((begun) => {
      blocked = tools.block(3_600_000, contextOf({ signal: aborting.signal, progress: () => begun() }));
    });
    const next = tools.block(1, contextOf());
    aborting.abort(new Error('the time is up'));
    await expect(blocked).rejects.toThrow('the time is up');
    const thread = await next;
    expect(thread).toBeGreaterThan(1);
    expect(await tools.block(1, contextOf())).toBe(thread);
  });

  it('has all of its context that goes to another thread', async () => {
    const saved: unknown[] = [];
    const told: unknown[] = [];
    const context = contextOf({
      save: async (value) => void saved.push(value),
      progress: (...how) => void told.push(how),
    });
    const result = (await tools.talk('words', context)) as { readonly thread: number };
    expect(result).toEqual({
      callId: 'call-1',
      toolId: 'Work.Talk@1.0.0',
      principal: { id: 'ada' },
      userId: 'ada',
      saved: { done: 0 },
      token: 'token of github',
      secret: 'secret key',
      answers: { n: { action: 'accept' } },
      thread: result.thread,
    });
    expect(result.thread).not.toBe(threadId);
    expect(saved).toEqual([{ done: 1 }]);
    expect(told).toEqual([[1, 2, 'half']]);
    expect(log).toEqual([
      ['warn', { input: 'words' }, 'A line'],
      ['error', expect.objectContaining({ name: 'RangeError', message: 'An error' }), 'Another'],
    ]);
  });

  it('asks by what the server throws, which comes back as it was', async () => {
    const question = new InputRequired({});
    const ask = () => Promise.reject(question);
    await expect(tools.talk('words', contextOf({ ask }))).rejects.toBe(question);
  });

  it('fails by the error of its author, with its marks, its fields and its cause', async () => {
    const error: unknown = await tools.fail(null, contextOf()).catch((thrown: unknown) => thrown);
    expect(isToolError(error)).toBe(true);
    expect(error).toMatchObject({ message: 'The disk is full.', canRetry: true, retryAfterMs: 7, name: 'ToolError' });
    expect(error).toMatchObject({ cause: { name: 'RangeError', message: 'no room' } });
  });

  it('takes no other call with it when it ends its thread', async () => {
    await expect(tools.leave('exit', contextOf())).rejects.toThrow('ended before it answered');
    expect(await tools.leave('stay', contextOf())).toBe('stayed');
  });

  it('is told of its end in time, and whoever waits for its place may leave as well', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const running = tools.wait(null, contextOf({ signal: first.signal }));
    const waiting = tools.wait(null, contextOf({ signal: second.signal }));
    second.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    first.abort(new Error('time'));
    // Where the thread was not there yet, the call has not begun.
    expect(await running.catch((thrown: unknown) => `left: ${(thrown as Error).message}`)).toBe('left: time');
  });

  it.each([
    ['twice under one name', () => tools.twice, "more than once with the name 'twin'"],
    ['too late for the thread to find it', () => tools.late(), "has not called isolated() with the name 'late'"],
  ])('says so where it is declared %s', async (_how, find, words) => {
    await expect(find()(null, contextOf())).rejects.toThrow(words);
  });

  it('is of a file (TW_TOOL_MODULE)', () => {
    expect(() => isolated('spin.ts', () => 1)).toThrow("'spin.ts' is none");
  });
});
