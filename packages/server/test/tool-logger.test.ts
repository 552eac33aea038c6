import { defineTool, type ToolContext } from '@toolwire/core';
import { logRuns } from '@toolwire/log/stage';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { consoleLogger, createCaller, createToolServer, type ToolServerOptions } from '../src/index.ts';
import { recordingLogger } from './support.ts';

/** Runs a tool that does nothing but log. */
async function logging(write: (log: ToolContext['log']) => void, options: Partial<ToolServerOptions> = {}) {
  const tool = defineTool({
    id: 'A.B',
    version: '1.0.0',
    description: 'Writes to the log.',
    output: null,
    run: (_input, { log }) => write(log),
  });
  const reportLog = vi.fn();
  const call = createCaller(createToolServer({ tools: [tool], wires: [], ...options }), {
    callId: 'call-1',
    reportLog,
  });
  expect(await call(tool, {})).toMatchObject({ kind: 'value' });
  return reportLog;
}

const error = new TypeError('disk full');
const about = { callId: 'call-1', toolId: 'A.B@1.0.0' };

describe('the logger of a tool', () => {
  test.each<[string, (log: ToolContext['log']) => void, object, string]>([
    ['fields and a sentence', (log) => log.warn({ step: 1 }, 'Working'), { step: 1 }, 'Working'],
    ['a sentence alone', (log) => log.warn('Working'), {}, 'Working'],
    ['fields alone', (log) => log.warn({ step: 1 }), { step: 1 }, ''],
    ['another value with a sentence', (log) => log.warn('x', 'Working'), { value: 'x' }, 'Working'],
    ['another value alone', (log) => log.warn(42), { value: 42 }, ''],
    ['a list with a sentence', (log) => log.warn([1, 2], 'Working'), { value: [1, 2] }, 'Working'],
    ['null alone', (log) => log.warn(null), { value: null }, ''],
    ['nothing that is known', (log) => log.warn(undefined, 'Working'), {}, 'Working'],
  ])('accepts %s', async (_what, write, fields, message) => {
    const logger = recordingLogger();
    const reportLog = await logging(write, { logger });
    expect(logger.records).toEqual([{ level: 'warn', fields: { ...about, ...fields }, message }]);
    expect(reportLog).toHaveBeenCalledExactlyOnceWith('warn', fields, message);
  });

  test('accepts an error, with or without a message, and shows the caller only its name', async () => {
    const logger = recordingLogger();
    const err = { name: 'TypeError', message: 'disk full', stack: error.stack };
    const first = await logging((log) => log.warn(error, 'Could not read'), { logger });
    const second = await logging((log) => log.warn(error), { logger });
    expect(logger.records).toMatchObject([
      { fields: { ...about, err }, message: 'Could not read' },
      { fields: { ...about, err }, message: 'disk full' },
    ]);
    expect(first.mock.calls).toEqual([['warn', { err: { name: 'TypeError' } }, 'Could not read']]);
    expect(second.mock.calls).toEqual([['warn', { err: { name: 'TypeError' } }, 'An error']]);
  });

  test('accepts errors together with @toolwire/log', async () => {
    const logger = recordingLogger();
    const around = [logRuns({ logger })];
    await logging((log) => log.info('Working'), { around });
    await logging((log) => log.error(error, 'Could not read'), { around });
    expect(logger.records).toMatchObject([
      { level: 'info', fields: about, message: 'Working' },
      { level: 'error', fields: { ...about, err: { message: 'disk full' } }, message: 'Could not read' },
    ]);
  });
});

describe("a log line that can't be written", () => {
  const circle: Record<string, unknown> = { step: 1 };
  circle['self'] = circle;
  const throwing = {
    step: 1,
    get text(): string {
      throw new Error('unreadable');
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  test.each<[string, unknown, object]>([
    ['a cycle', circle, { step: 1, self: '[circular]' }],
    ['a BigInt', { step: 1n }, { step: '1' }],
    ['a getter that throws', throwing, { step: 1, text: '[unreadable]' }],
    ['a value that throws when it is read', proxy, {}],
    ['a toJSON that throws', { toJSON: () => throwing.text }, {}],
  ])('is written as far as possible, and fails no call: %s', async (_what, value, fields) => {
    const logger = recordingLogger();
    const reportLog = await logging((log) => log.warn(value, 'Done'), { logger });
    expect(logger.records).toMatchObject([{ level: 'warn', fields: { ...about, ...fields }, message: 'Done' }]);
    expect(reportLog).toHaveBeenCalledExactlyOnceWith('warn', expect.objectContaining(fields), 'Done');
    JSON.stringify(logger.records);
  });

  test('fails no call with the console logger', async () => {
    const written = vi.spyOn(console, 'warn').mockReturnValue();
    await logging((log) => log.warn(circle, 'Done'));
    expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toMatchObject({ message: 'Done', step: 1 });
    written.mockRestore();
  });

  test('fails no call if the logger throws or the message is not a string', async () => {
    const broken = () => {
      throw new Error('The disk of the log is full');
    };
    const logger = { ...recordingLogger(), warn: broken };
    await logging((log) => log.warn({ step: 1 }, 'Done'), { logger });
    const whole = recordingLogger();
    await logging((log) => log.warn({ step: 1 }, Symbol('x') as unknown as string), { logger: whole });
    expect(whole.records).toMatchObject([{ fields: { step: 1 }, message: '[symbol]' }]);
  });
});

describe('the default logger', () => {
  afterEach(() => vi.restoreAllMocks());

  test('writes errors in any field', () => {
    const written = vi.spyOn(console, 'error').mockReturnValue();
    consoleLogger.error({ err: new Error('disk full', { cause: error }), also: [error] }, 'Could not read');
    expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toMatchObject({
      level: 'error',
      message: 'Could not read',
      err: { name: 'Error', message: 'disk full', stack: expect.any(String) as string, cause: { name: 'TypeError' } },
      also: [{ name: 'TypeError', message: 'disk full' }],
    });
  });

  test('keeps the message and the level of a line with fields of the same names', () => {
    const written = vi.spyOn(console, 'warn').mockReturnValue();
    consoleLogger.warn({ message: 'Connection reset', level: 'high' }, 'Sync failed');
    expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toEqual({
      level: 'warn',
      message: 'Sync failed',
      fields: { message: 'Connection reset', level: 'high' },
    });
  });

  test.each([
    [
      { 'fields.message': 'b', message: 'x' },
      { 'fields.message': 'b', fields: { message: 'x' } },
    ],
    [
      { fields: 1, level: 2, other: 3 },
      { other: 3, fields: { fields: 1, level: 2 } },
    ],
    [
      { fields: 1, other: 3 },
      { fields: 1, other: 3 },
    ],
  ])('loses no field of %j', (fields, expected) => {
    const written = vi.spyOn(console, 'warn').mockReturnValue();
    consoleLogger.warn(fields, 'Sync failed');
    expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toEqual({
      level: 'warn',
      message: 'Sync failed',
      ...expected,
    });
  });

  test("escapes control characters, masks secret fields, and writes values that JSON can't represent", () => {
    const written = vi.spyOn(console, 'warn').mockReturnValue();
    const evil = 'a\u009b2J\u007f\u0085';
    consoleLogger.warn({ evil, big: 1n, headers: { 'otc-api-key': 'hunter22' } }, evil);
    const line = String(written.mock.calls[0]?.[0]);
    expect(line).not.toMatch(/[\u007f-\u009f]/);
    expect(JSON.parse(line)).toEqual({
      level: 'warn',
      message: evil,
      evil,
      big: '1',
      headers: { 'otc-api-key': '[masked]' },
    });
  });
});
