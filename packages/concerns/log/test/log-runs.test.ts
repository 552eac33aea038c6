import type { Logger, Outcome } from '@toolwire/core';
import { expect, test } from 'vitest';
import { logRuns } from '../src/log-stage.ts';
import { callFor, done, recordingLogger } from './calls.ts';

const context = { authorization: [{ id: 'mail', token: 'token-7d1c04' }], secrets: [{ id: 'PIN', value: '42' }] };

test('a tool gets a logger whose lines contain the call and the tool, and no secrets', () => {
  const logger = recordingLogger();
  const call = callFor({ context, input: { password: 'hunter22' }, validInput: { password: 'hunter22-parsed' } });
  const run = ({ logger: given }: { readonly logger: Logger }): Outcome => {
    given.warn({ pin: '42', room: 'room 42', got: 'hunter22-parsed' }, 'Logged in with hunter22 and token-7d1c04');
    return done;
  };
  expect(logRuns({ logger, paths: ['room'] })(call, run)).toBe(done);
  expect(logger.lines).toEqual([
    {
      level: 'warn',
      message: 'Logged in with [masked] and [masked]',
      fields: {
        callId: 'call-1',
        toolId: 'Mail.Send@1.2.0',
        pin: '[masked]',
        room: '[masked]',
        got: '[masked]',
      },
    },
  ]);
});

test('secrets that the server supplied are masked, however many credentials the client sent', async () => {
  const logger = recordingLogger();
  const supplied = { id: 'KEY', value: 'supplied-9f3e' };
  const authorization = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, token: `made-up-${index}` }));
  const call = callFor({ context: { authorization, secrets: [supplied], supplied: new Set([supplied]) } });
  await logRuns({ logger })(call, ({ logger: given }) => {
    given.info({}, 'Sent supplied-9f3e');
    return done;
  });
  expect(logger.lines[0]?.message).toBe('Sent [masked]');
});
