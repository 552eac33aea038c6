import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRedactor, redactLogger } from '../src/index.ts';
import { createRedactLogger } from '../src/logger.ts';
import { recordingLogger } from './calls.ts';

const secret = 'token-7d1c04';
const redactor = createRedactor({ secrets: [secret] });

test('a logger writes no secret, neither in the fields nor in the message', () => {
  const logger = recordingLogger();
  const { info } = createRedactLogger(logger, () => redactor, { callId: `call-${secret}` });
  info({ sent: secret }, `Sent ${secret}`);
  expect(logger.lines).toEqual([
    { level: 'info', fields: { callId: 'call-[masked]', sent: '[masked]' }, message: 'Sent [masked]' },
  ]);
});

test('an error in place of the fields is written as Pino would', () => {
  const logger = recordingLogger();
  redactLogger(logger, redactor).error(new RangeError(secret), 'Failed');
  expect(logger.lines[0]?.fields).toMatchObject({ err: { name: 'RangeError', message: '[masked]' } });
});

test('nothing is prepared for a disabled level', () => {
  const logger = { ...recordingLogger(), isLevelEnabled: (level: string) => level !== 'debug' };
  let made = 0;
  const lazy = createRedactLogger(logger, () => ((made += 1), redactor), {});
  lazy.debug({}, 'not written');
  expect(made).toBe(0);
  lazy.info({}, 'written');
  lazy.warn({}, 'written');
  expect([made, logger.lines.length, lazy.isLevelEnabled('debug')]).toEqual([1, 2, false]);
});

test('Pino receives the masked fields, and errors with their class', () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const redacted = redactLogger(logger, redactor);
  redacted.debug({}, 'not written');
  redacted.error({ err: new RangeError(`Sent ${secret}`), at: secret }, `Failed for ${secret}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: 50,
    at: '[masked]',
    msg: 'Failed for [masked]',
    err: {
      type: 'RangeError',
      message: 'Sent [masked]',
      stack: expect.stringContaining('logger.test') as string,
    },
  });
});

test('a field whose getter throws is unreadable, and the other fields are written', () => {
  const logger = recordingLogger();
  const fields = {
    get room(): string {
      throw new Error('broken');
    },
    sent: secret,
  };
  createRedactLogger(logger, () => redactor, { callId: 'call-1' }).info(fields, 'Sent');
  expect(logger.lines[0]?.fields).toEqual({ callId: 'call-1', room: '[unreadable]', sent: '[masked]' });
});
