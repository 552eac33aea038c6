import { setImmediate as nextTurn } from 'node:timers/promises';
import { defineTool, InputRequired, type Stage } from '@toolwire/core';
import { RetryableToolError, ToolError } from '@toolwire/errors';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createCaller, createToolServer, type FailedCall, type ToolServerOptions } from '../src/index.ts';
import { createErrorHooks } from '../src/run/error-hooks.ts';
import { callOf, recordingLogger } from './support.ts';

class NotFound extends Error {}

const thrower = (thrown: unknown) =>
  defineTool({
    id: 'A.B',
    version: '1.0.0',
    description: 'Throws.',
    requirements: { secrets: [{ id: 'KEY' }] },
    run: () => {
      throw thrown;
    },
  });
const about: FailedCall = {
  callId: 'call-1',
  toolId: 'A.B@1.0.0',
  wire: 'test',
  traceId: 'trace-1',
  principal: { id: 'ada' },
};
const call = callOf(
  'A.B',
  {},
  {
    traceId: 'trace-1',
    principal: { id: 'ada' },
    context: { authorization: [], secrets: [{ id: 'KEY', value: 'secret-52ab9f' }] },
  },
);

/** The outcome and the log of a call whose tool throws. */
async function ending(thrown: unknown, options: Partial<ToolServerOptions>) {
  const logger = recordingLogger();
  const server = createToolServer({ wires: [], tools: [thrower(thrown)], logger, ...options });
  const { tool: _tool, ...outcome } = await server.call(call);
  return { outcome, records: logger.records };
}

describe('onError', () => {
  test('receives the error of a tool and its call, without secrets and input', async () => {
    const onError = vi.fn();
    const error = new Error('in secret-52ab9f');
    const { outcome } = await ending(error, { onError });
    expect(outcome).toMatchObject({ failure: { message: 'The tool failed unexpectedly.' } });
    expect(onError).toHaveBeenCalledExactlyOnceWith(error, about);
    expect(onError.mock.calls[0]?.[0]).toBe(error);
  });

  test.each([
    ['throws', (): never => expect.unreachable('a bug of onError')],
    ['rejects', (): Promise<never> => Promise.reject(new Error('a bug of onError'))],
  ])('that %s changes nothing, also if the logger throws', async (_how, onError) => {
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const logger = { ...recordingLogger(), error: (): never => expect.unreachable('a bug of the logger') };
    const { unexpected, mapped } = createErrorHooks({ onError, mapError: onError as never }, logger);
    expect(() => unexpected(new Error('a bug'), call)).not.toThrow();
    expect(mapped(new Error('a bug'), call)).toBeUndefined();
    await nextTurn();
    expect(rejections).toEqual([]);
  });

  test('receives the error of middleware', async () => {
    const onError = vi.fn();
    const error = new Error('a bug');
    const use: readonly Stage[] = [() => Promise.reject(error)];
    await ending('', { onError, use });
    expect(onError).toHaveBeenCalledExactlyOnceWith(error, { ...about, toolId: 'A.B' });
  });

  test('is not called for a ToolError, an input request, or a tool that obeys its signal', async () => {
    const onError = vi.fn();
    await ending(new ToolError('No'), { onError });
    await ending(new InputRequired({ name: { kind: 'form', message: 'Who?', schema: {} } }), { onError });
    const lifetime = { signal: AbortSignal.abort() };
    const server = createToolServer({
      wires: [],
      tools: [thrower(new DOMException('Over', 'AbortError'))],
      logger: recordingLogger(),
      onError,
    });
    await server.call({ ...call, lifetime });
    expect(onError).not.toHaveBeenCalled();
  });

  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('Sentry is gone');
      },
    ],
    ['rejects', () => Promise.reject(new Error('Sentry is gone'))],
  ])('does not affect the response if it %s, and the error is logged', async (_how, onError) => {
    const { outcome, records } = await ending(new Error('No'), { onError });
    expect(outcome).toMatchObject({ kind: 'failed' });
    await vi.waitFor(() =>
      expect(records.map(({ message }) => message).sort()).toEqual([
        'A tool failed unexpectedly',
        'onError threw; the response is unchanged',
      ]),
    );
    expect(JSON.stringify(records)).toContain('Sentry is gone');
  });

  test('is not awaited', async () => {
    const { outcome } = await ending(new Error('No'), { onError: () => new Promise(() => undefined) });
    expect(outcome).toMatchObject({ kind: 'failed' });
  });
});

describe('mapError', () => {
  const mapError: ToolServerOptions['mapError'] = (error) =>
    error instanceof NotFound ? new RetryableToolError(`Not found: ${error.message}`, { retryAfterMs: 5 }) : undefined;

  test('turns an error of the app into a message for the caller, and logs the error', async () => {
    const onError = vi.fn();
    const { outcome, records } = await ending(new NotFound('order 7'), { mapError, onError });
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: 'reported',
      failure: { message: 'Not found: order 7', canRetry: true, retryAfterMs: 5 },
    });
    expect(records).toMatchObject([{ level: 'info', fields: { error: { message: 'order 7' } } }]);
    expect(onError).not.toHaveBeenCalled();
  });

  test('is masked like every error of a tool', async () => {
    const { outcome } = await ending(new NotFound('secret-52ab9f'), { mapError });
    expect(outcome).toMatchObject({ failure: { message: 'Not found: [masked]' } });
  });

  test('is only called for unexpected errors, with the call', async () => {
    const asked = vi.fn();
    await ending(new ToolError('No'), { mapError: asked });
    expect(asked).not.toHaveBeenCalled();
    const error = new Error('No');
    const { outcome } = await ending(error, { mapError: asked });
    expect(outcome).toMatchObject({ reason: 'unexpected' });
    expect(asked).toHaveBeenCalledExactlyOnceWith(error, about);
  });

  test.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('a bug of the mapper');
      },
      'a bug of the mapper',
    ],
    ['returns another error', () => new Error('No'), 'must return a ToolError or undefined'],
    ['is async', () => Promise.reject(new Error('later')), 'at once'],
  ])('returns an unexpected error if it %s, and the problem is logged', async (_how, wrong, told) => {
    const { outcome, records } = await ending(new Error('No'), { mapError: wrong as () => undefined });
    expect(outcome).toMatchObject({ reason: 'unexpected', failure: { message: 'The tool failed unexpectedly.' } });
    expect(JSON.stringify(records)).toContain(told);
  });
});

describe('a test', () => {
  const error = new NotFound('order 7');
  const caller = (options: Partial<ToolServerOptions> = {}) =>
    createCaller(createToolServer({ wires: [], tools: [thrower(error)], logger: recordingLogger(), ...options }), {
      secrets: { KEY: 'k' },
    });

  test("gets the tool's error with the outcome", async () => {
    const outcome = await caller()('A.B');
    expect(outcome).toMatchObject({ kind: 'failed', failure: { message: 'The tool failed unexpectedly.' } });
    expect(outcome.thrown).toBe(error);
  });

  test('gets the error of middleware', async () => {
    const bug = new Error('a bug');
    const outcome = await caller({ use: [() => Promise.reject(bug)] })('A.B');
    expect(outcome).toMatchObject({ kind: 'refused', code: 'internal' });
    expect(outcome.thrown).toBe(bug);
  });

  test("gets only the value, or rejects with the tool's error", async () => {
    const add = defineTool({
      id: 'Calculator.Add',
      version: '1.0.0',
      description: 'Adds two numbers.',
      input: z.object({ a: z.number().describe('One.'), b: z.number().describe('The other.') }),
      output: z.number(),
      run: ({ a, b }) => a + b,
    });
    const run = caller({ tools: [add, thrower(error)] });
    const sum: number = await run.value(add, { a: 1, b: 2 });
    expect(sum).toBe(3);
    await expect(run.value(thrower(error), {})).rejects.toBe(error);
    // @ts-expect-error: the input is typed by the definition
    const wrong = run.value(add, { a: 'one', b: 2 });
    await expect(wrong).rejects.toThrow(/Calculator\.Add@1\.0\.0 ended as 'invalid'.*a: Must be a number/);
    await expect(run.value(thrower(error), {}, { secrets: {} })).rejects.toThrow(/ended as 'refused'.*KEY/);
    const misspelled = run.value(defineTool({ ...add, id: 'Calculator.Ad' }), { a: 1, b: 2 });
    await expect(misspelled).rejects.toThrow(/Did you mean 'Calculator\.Add'\? No tool has the id/);
  });

  test('gets no error for a call that succeeded after a retry', async () => {
    let runs = 0;
    const flaky = defineTool({
      id: 'A.Flaky',
      version: '1.0.0',
      description: 'Works the second time.',
      run: () => {
        runs += 1;
        if (runs === 1) throw error;
        return 'done';
      },
    });
    const again: Stage = async (_call, next) => {
      await next();
      return next();
    };
    const outcome = await caller({ tools: [flaky], around: [again] })('A.Flaky');
    expect(outcome).toMatchObject({ kind: 'value', value: 'done' });
    expect('thrown' in outcome).toBe(false);
  });
});
