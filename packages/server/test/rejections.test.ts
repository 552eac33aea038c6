import { defineTool, type ToolContext } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createToolServer } from '../src/index.ts';
import { callOf, hostRequest, recordingLogger, send } from './support.ts';

const unheard: unknown[] = [];
const hear = (reason: unknown): void => void unheard.push(reason);
let others: NodeJS.UnhandledRejectionListener[] = [];

// The runner listens too, and would fail the file in words that say nothing of the test.
beforeAll(() => {
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', hear);
});
afterAll(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of others) process.on('unhandledRejection', listener);
});

const fail = async (): Promise<never> => {
  await Promise.resolve();
  throw new Error('password is hunter2');
};
const tool = (id: string, run: (input: unknown, context: ToolContext) => unknown): ReturnType<typeof defineTool> =>
  defineTool({ id, version: '1.0.0', description: 'Does it.', run });
const checked = { version: '1.0.0', description: 'Does it.', run: () => 'x' };

const tools = [
  defineTool({ ...checked, id: 'A.Input', input: z.object({ a: z.string().refine(fail) }) }),
  defineTool({ ...checked, id: 'A.Output', output: z.string().refine(fail) }),
  tool('A.Field', () => ({ user: fail() })),
  tool('A.Throws', () => {
    throw fail() as unknown;
  }),
];

test.each([
  ['OTC-CALL-07: a check of an input', 'A.Input', 400],
  ['OTC-CALL-12: a check of an output', 'A.Output', 200],
  ['OTC-CALL-12: a promise in a value', 'A.Field', 200],
  ['OTC-CALL-12: a promise that is thrown', 'A.Throws', 200],
])('%s that rejects gets a response, is only logged, and causes no unhandled rejection', async (_, id, status) => {
  const logger = recordingLogger();
  const server = createToolServer({ tools, wires: [otc()], logger });
  const body = { request: { tool_id: id, input: { a: 'x' } } };
  const response = await send(server, hostRequest('POST', '/tools/call', body));
  expect(response?.status).toBe(status);
  const answer = response?.json as { readonly result?: { readonly success: boolean } } | undefined;
  expect(answer?.result?.success ?? false).toBe(false);
  expect(JSON.stringify(response?.json)).not.toContain('hunter2');
  expect(logger.records.filter(({ level }) => level === 'error')).toHaveLength(1);
  await new Promise((done) => setTimeout(done, 5));
  expect(unheard.splice(0)).toEqual([]);
});

test('OTC-CALL-12: a thrown proxy that throws when it is inspected, after a disconnect, is a failure', async () => {
  const caller = new AbortController();
  const hostile = new Proxy(new Error('password is hunter2'), {
    getPrototypeOf: () => {
      throw new Error('not to be inspected');
    },
  });
  const hangUp = tool('A.HangUp', () => {
    caller.abort();
    throw hostile;
  });
  const logger = recordingLogger();
  const server = createToolServer({ tools: [hangUp], wires: [], logger });
  const outcome = await server.call(callOf('A.HangUp', {}, { lifetime: { signal: caller.signal } }));
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'unexpected' });
  expect(logger.records.map(({ message }) => message)).toEqual(['A tool failed unexpectedly']);
});
