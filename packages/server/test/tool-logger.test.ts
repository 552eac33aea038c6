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
    ['an error and a sentence', (log) => log.warn(error, 'Could not read'), { err: error }, 'Could not read'],
    ['an error alone', (log) => log.warn(error), { err: error }, 'disk full'],
    ['a sentence alone', (log) => log.warn('Working'), {}, 'Working'],
    ['fields alone', (log) => log.warn({ step: 1 }), { step: 1 }, ''],
    ['what is neither', (log) => log.warn('x', 'Working'), { value: 'x' }, 'Working'],
    ['nothing that is known', (log) => log.warn(undefined, 'Working'), {}, 'Working'],
  ])('takes %s', async (_what, write, fields, message) => {
    const logger = recordingLogger();
    const reportLog = await logging(write, { logger });
    expect(logger.records).toEqual([{ level: 'warn', fields: { ...about, ...fields }, message }]);
    expect(reportLog).toHaveBeenCalledExactlyOnceWith('warn', fields, message);
  });

  test('takes them where @toolwire/log masks secrets as well', async () => {
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

describe('the logger for those who bring none', () => {
  afterEach(() => vi.restoreAllMocks());

  test('writes errors out, wherever they stand', () => {
    const written = vi.spyOn(console, 'error').mockReturnValue();
    consoleLogger.error({ err: new Error('disk full', { cause: error }), also: [error] }, 'Could not read');
    expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toMatchObject({
      level: 'error',
      message: 'Could not read',
      err: { name: 'Error', message: 'disk full', stack: expect.any(String) as string, cause: { name: 'TypeError' } },
      also: [{ name: 'TypeError', message: 'disk full' }],
    });
  });
});
