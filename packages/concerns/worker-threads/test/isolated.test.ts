import { pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import { type InputAnswers, InputRequired, noContextValues, type ToolContext, type UploadedFile } from '@toolwire/core';
import { bundleProgram } from '@toolwire/programs';
import { beforeAll, describe, expect, it } from 'vitest';
import { isolated } from '../src/isolated.ts';

type Tools = typeof import('./isolated-tools.ts');
let tools: Tools;

beforeAll(async () => {
  tools = (await import(pathToFileURL(bundleProgram(new URL('isolated-tools.ts', import.meta.url))).href)) as Tools;
});

const log: unknown[][] = [];
const logTo =
  (level: string) =>
  (...line: unknown[]) =>
    void log.push([level, ...line]);

function contextOf(more: Partial<ToolContext> = {}): ToolContext {
  return {
    callId: 'call-1',
    idempotencyKey: 'key-1',
    toolId: 'Work.Talk@1.0.0',
    signal: new AbortController().signal,
    principal: { id: 'ada' },
    client: { name: 'editor', version: '2', protocolVersion: '2025-11-25', canAsk: (kind) => kind === 'roots' },
    sessionId: 'session-1',
    userId: 'ada',
    saved: { done: 0 },
    save: async () => undefined,
    upload: (reference) => {
      throw new Error(`No upload ${reference}`);
    },
    progress: () => undefined,
    ask: async <Key extends string>() => ({ n: { action: 'accept' } }) as unknown as InputAnswers<Key>,
    log: { debug: logTo('debug'), info: logTo('info'), warn: logTo('warn'), error: logTo('error') },
    get: (key) => noContextValues.get(key),
    token: (id) => `token of ${id}`,
    secret: (id) => `secret ${id}`,
    ...more,
  };
}

describe('isolated', () => {
  it('runs with a signal only', async () => {
    const { signal } = new AbortController();
    expect(await tools.echo('here', { signal })).toBe('here');
    await expect(tools.talk('words', { signal })).rejects.toThrow('ask() works only in a tool server');
    await expect(tools.readUpload('upload:1', { signal })).rejects.toThrow('upload() works only in a tool server');
  });

  it('frees its slot when terminated; the next call gets a new thread, which is then reused', async () => {
    const aborting = new AbortController();
    let blocked: Promise<unknown> = Promise.resolve();
    await new Promise<void>((started) => {
      blocked = tools.block(3_600_000, contextOf({ signal: aborting.signal, progress: () => started() }));
    });
    const next = tools.block(1, contextOf());
    aborting.abort(new Error('the time is up'));
    await expect(blocked).rejects.toThrow('the time is up');
    const thread = await next;
    expect(thread).toBeGreaterThan(1);
    expect(await tools.block(1, contextOf())).toBe(thread);
  });

  it('adds one listener to a thread, however many functions its module has', async () => {
    expect(await tools.countListeners(null, contextOf())).toBe(1);
  });

  it('passes the context to the thread', async () => {
    const saved: unknown[] = [];
    const reported: unknown[] = [];
    const context = contextOf({
      save: async (value) => void saved.push(value),
      progress: (...how) => void reported.push(how),
    });
    const result = (await tools.talk('words', context)) as { readonly thread: number };
    expect(result).toEqual({
      callId: 'call-1',
      idempotencyKey: 'key-1',
      toolId: 'Work.Talk@1.0.0',
      principal: { id: 'ada' },
      client: { name: 'editor', version: '2', protocolVersion: '2025-11-25', askable: ['roots'] },
      sessionId: 'session-1',
      userId: 'ada',
      saved: { done: 0 },
      token: 'token of github',
      secret: 'secret key',
      answers: { n: { action: 'accept' } },
      thread: result.thread,
    });
    expect(result.thread).not.toBe(threadId);
    expect(saved).toEqual([{ done: 1 }]);
    expect(reported).toEqual([[1, 2, 'half']]);
    expect(log).toEqual([
      ['warn', { input: 'words' }, 'A line'],
      ['error', expect.objectContaining({ name: 'RangeError', message: 'An error' }), 'Another'],
    ]);
  });

  it('passes the documented fields of the principal, and no functions of the app', async () => {
    const rules = { can: () => true };
    const via = { id: 'backend', ...rules };
    const principal = { id: 'ada', issuer: 'app', claims: { team: 'engines' }, scopes: ['work'], via, ...rules };
    expect(await tools.talk('words', contextOf({ principal }))).toMatchObject({
      principal: { id: 'ada', issuer: 'app', claims: { team: 'engines' }, scopes: ['work'], via: { id: 'backend' } },
    });
  });

  it('passes an uploaded file to the thread', async () => {
    const bytes = new TextEncoder().encode('größe');
    const file = { name: 'a.csv', contentType: 'text/csv', size: bytes.length };
    const unused = (): never => {
      throw new Error('The thread reads the bytes.');
    };
    const upload = (): UploadedFile => ({ ...file, bytes: async () => bytes, text: unused, stream: unused });
    expect(await tools.readUpload('upload:1', contextOf({ upload }))).toEqual({ ...file, text: 'größe', length: 7 });
    await expect(tools.readUpload('upload:2', contextOf())).rejects.toThrow('No upload upload:2');
  });

  it('logs values without JSON, such as errors, with their fields', async () => {
    log.length = 0;
    expect(await tools.logOddValues(null, contextOf())).toBe('logged');
    expect(log.map(([, about]) => about)).toEqual([
      '[Function (anonymous)]',
      '1',
      { self: '[circular]' },
      null,
      {
        count: '1',
        error: expect.objectContaining({
          name: 'RangeError',
          message: 'The disk is full.',
          cause: expect.objectContaining({ message: 'no room' }) as unknown,
        }) as unknown,
      },
    ]);
  });

  it('rejects with the original error when the context throws', async () => {
    const question = new InputRequired({});
    const ask = () => Promise.reject(question);
    await expect(tools.talk('words', contextOf({ ask }))).rejects.toBe(question);
  });

  it('rejects with a copy of the error: its message, name, fields, marks and cause', async () => {
    const error: unknown = await tools.fail(null, contextOf()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'The disk is full.', name: 'DiskError', canRetry: true });
    expect(error).toMatchObject({
      [Symbol.for('toolwire.test')]: true,
      cause: { name: 'RangeError', message: 'no room' },
    });
  });

  it.each([
    ['a text', 'no room', 'no room'],
    ['a number', 28, 28],
    ['null', null, null],
    ['an object', { code: 'ENOSPC', parts: [1] }, { code: 'ENOSPC', parts: [1] }],
  ])('keeps a cause that is %s', async (_what, cause, expected) => {
    const error: unknown = await tools.failWithCause(cause, contextOf()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'The disk is full.' });
    expect((error as Error).cause).toEqual(expected);
  });

  it('fails only its own call when it exits its thread', async () => {
    await expect(tools.leave('exit', contextOf())).rejects.toThrow('exited before the call returned');
    expect(await tools.leave('stay', contextOf())).toBe('stayed');
  });

  it('starts a new thread for the next call when its thread crashes', async () => {
    const crashed = tools.leave('crash', contextOf());
    const next = tools.leave('stay', contextOf());
    await expect(crashed).rejects.toThrow('thrown in a timer');
    expect(await next).toBe('stayed');
  });

  it('does not mix a call with the next call of its thread, if its tool continues after it has returned', async () => {
    const requested: string[] = [];
    const progress: number[] = [];
    let answerSlow: (secret: string) => void = () => undefined;
    const slow = new Promise<string>((resolve) => {
      answerSlow = resolve;
    });
    await tools.linger('linger', contextOf({ secret: () => slow as never }));
    const secret = (id: string): Promise<string> => {
      requested.push(id);
      answerSlow('of ada');
      return new Promise((resolve) => setTimeout(() => resolve('of bob'), 50));
    };
    const more = { secret: secret as never, progress: (done: number) => void progress.push(done) };
    expect(await tools.linger('listen', contextOf(more))).toBe('of bob');
    expect({ requested, progress }).toEqual({ requested: ['own'], progress: [] });
  });

  it.each(['progress', 'log'] as const)('rejects when the %s function of the context throws', async (name) => {
    const fail = (): never => {
      throw new Error('The connection is closed.');
    };
    const functions = { progress: fail, log: { debug: fail, info: fail, warn: fail, error: fail } };
    await expect(tools.talk('words', contextOf({ [name]: functions[name] }))).rejects.toThrow('connection is closed');
    expect(await tools.talk('words', contextOf())).toMatchObject({ callId: 'call-1' });
  });

  it('aborts the signal in the thread, and removes an aborted call from the queue', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const running = tools.wait(null, contextOf({ signal: first.signal }));
    const waiting = tools.wait(null, contextOf({ signal: second.signal }));
    second.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    first.abort(new Error('time'));
    // The call may not have started in the thread yet.
    expect(await running.catch((thrown: unknown) => `left: ${(thrown as Error).message}`)).toBe('left: time');
  });

  it.each([
    ['twice with one name', () => tools.twice, "more than once with the name 'twin'"],
    ['outside the top level', () => tools.late(), "did not call isolated() with the name 'late'"],
  ])('rejects when it is called %s', async (_how, find, words) => {
    await expect(find()(null, contextOf())).rejects.toThrow(words);
  });

  it('requires a file (TW_TOOL_MODULE)', () => {
    expect(() => isolated('spin.ts', () => 1)).toThrow("got 'spin.ts'. Pass the module that calls it");
    const preload = 'tsx';
    expect(() => isolated({ module: import.meta.url, preload }, () => 1)).toThrow(
      "The option preload of isolated() must be a file URL or path, got 'tsx'. Pass a file URL such as import.meta.resolve('tsx').",
    );
  });
});
