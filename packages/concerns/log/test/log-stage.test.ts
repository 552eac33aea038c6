import type { Call, Outcome } from '@toolwire/core';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { log } from '../src/log-stage.ts';
import { callFor, done, type Line, recordingLogger, tool } from './calls.ts';

const token = 'token-7d1c04';
const password = 'hunter22';

/** The one line about a call. */
async function lineOf(
  outcome: Outcome,
  call: Call = callFor(),
  options: Partial<Parameters<typeof log>[0]> = {},
): Promise<Line> {
  const logger = recordingLogger();
  expect(await log({ logger, ...options })(call, () => outcome)).toBe(outcome);
  const [line, ...others] = logger.lines;
  expect(others).toEqual([]);
  if (line === undefined) throw new Error('nothing was written');
  return line;
}

describe('the record of a call', () => {
  it('contains the call, the tool, the outcome and the duration', async () => {
    const call = callFor({ principal: { id: 'ada' }, traceId: 'order-4711' });
    expect(await lineOf({ ...done, replayed: true }, call)).toEqual({
      level: 'info',
      message: 'A call succeeded',
      fields: {
        callId: 'call-1',
        toolId: 'Mail.Send@1.2.0',
        wire: 'otc',
        principalId: 'ada',
        traceId: 'order-4711',
        outcome: 'value',
        durationMs: expect.any(Number) as number,
        toolMs: 1.235,
        replayed: true,
      },
    });
  });

  it('contains the failure of a tool and its retry hint', async () => {
    const failure = { message: 'No such bell', developerMessage: 'bell 9', canRetry: true, retryAfterMs: 500 };
    const line = await lineOf({ kind: 'failed', reason: 'reported', failure, tool });
    expect(line).toMatchObject({
      level: 'warn',
      message: 'A tool failed',
      fields: {
        outcome: 'failed',
        reason: 'reported',
        error: 'No such bell',
        developerMessage: 'bell 9',
        canRetry: true,
        retryAfterMs: 500,
      },
    });
  });

  it('contains the requested tool ID if no tool was found, truncated', async () => {
    const refused: Outcome = { kind: 'refused', code: 'tool_not_found', message: 'There is none' };
    const line = await lineOf(refused, callFor({ toolId: 'x'.repeat(9_000) }));
    expect(line.fields).toMatchObject({ outcome: 'refused', reason: 'tool_not_found', error: 'There is none' });
    expect(line.fields['toolId']).toHaveLength(257);
  });

  it('contains the names of invalid parameters, and no values', async () => {
    const invalid: Outcome = { kind: 'invalid', message: 'No', parameterErrors: { to: `Got "${password}"` }, tool };
    const line = await lineOf(invalid);
    expect(line.fields['parameters']).toEqual(['to']);
    expect(JSON.stringify(line)).not.toContain(password);
  });

  const failed = (reason: 'reported' | 'unexpected' | 'bad_output' | 'timeout' | 'interrupted'): Outcome => ({
    kind: 'failed',
    reason,
    failure: { message: 'No' },
  });
  it.each([
    ['info', done],
    ['info', { kind: 'deferred', task: { id: '1', pollAfterMs: 5 } }],
    ['info', { kind: 'input_required', requests: {} }],
    ['info', { kind: 'artifact', artifact: { url: '', contentType: '', size: 1, description: '' } }],
    ['warn', { kind: 'invalid', message: 'No', parameterErrors: {} }],
    ['warn', { kind: 'refused', code: 'overloaded', message: 'No' }],
    ['warn', failed('reported')],
    ['warn', failed('interrupted')],
    ['error', failed('unexpected')],
    ['error', failed('bad_output')],
    ['error', failed('timeout')],
    ['error', { kind: 'refused', code: 'internal', message: 'No' }],
  ] as [string, Outcome][])('is written as %s: %o', async (level, outcome) => {
    expect((await lineOf(outcome)).level).toBe(level);
  });

  it('is not written if its level is disabled', () => {
    const logger = recordingLogger();
    void log({ logger: { ...logger, isLevelEnabled: () => false } })(callFor(), () => done);
    expect(logger.lines).toEqual([]);
  });

  it('is written for middleware that throws, which is a bug', async () => {
    const logger = recordingLogger();
    const stage = log({ logger });
    const bug = new Error('a bug');
    expect(() =>
      stage(callFor(), () => {
        throw bug;
      }),
    ).toThrow(bug);
    await expect(stage(callFor(), () => Promise.reject(bug))).rejects.toBe(bug);
    expect(logger.lines.map(({ level, fields }) => [level, fields['reason']])).toEqual([
      ['error', 'internal'],
      ['error', 'internal'],
    ]);
  });

  it('does not affect the caller if writing fails', () => {
    const broken = (): never => {
      throw new Error('the disk is full');
    };
    const logger = { debug: broken, info: broken, warn: broken, error: broken };
    expect(log({ logger })(callFor(), () => done)).toBe(done);
  });

  it('is one line of pino', () => {
    const lines: string[] = [];
    void log({ logger: pino({}, { write: (line) => void lines.push(line) }) })(callFor(), () => done);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 30, msg: 'A call succeeded', outcome: 'value' },
    ]);
  });
});

describe('secrets that came with a call (CASE-C)', () => {
  const context = { authorization: [{ id: 'mail', token }], secrets: [{ id: 'KEY', value: 's3cr3t-52ab' }] };
  const words = `Sent ${token} and s3cr3t-52ab and ${password}`;

  it('are masked in every part of the record', async () => {
    const call = callFor({ context, callId: `id-${token}`, traceId: `id-${token}`, input: { password } });
    const failure = { message: words, developerMessage: words };
    const line = await lineOf({ kind: 'failed', reason: 'unexpected', failure, tool }, call);
    expect(line.fields).toMatchObject({
      callId: 'id-[masked]',
      traceId: 'id-[masked]',
      error: 'Sent [masked] and [masked] and [masked]',
      developerMessage: 'Sent [masked] and [masked] and [masked]',
    });
  });

  it('are masked when the call was refused', async () => {
    const refused: Outcome = { kind: 'refused', code: 'malformed', message: words, developerMessage: words };
    const text = JSON.stringify(await lineOf(refused, callFor({ context, toolId: token })));
    expect(text).not.toContain(token);
    expect(text).not.toContain('s3cr3t');
  });

  it('are masked by the paths of the application too', async () => {
    const line = await lineOf(done, callFor({ principal: { id: 'ada@example.com' } }), { paths: ['principalId'] });
    expect(line.fields['principalId']).toBe('[masked]');
  });
});
