import { defineTool } from '@toolwire/core';
import { otc } from '@toolwire/otc';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createToolServer, type ToolServerOptions } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

const run = vi.fn(() => 'done');
const never = new Promise<never>(() => undefined);
const about = { version: '1.0.0', description: 'Counts its runs.', timeoutMs: 30, run } as const;
const refined = defineTool({
  id: 'A.Refined',
  ...about,
  input: z.object({
    a: z
      .string()
      .refine(() => never)
      .describe('Any text.'),
  }),
});
const needy = defineTool({
  id: 'A.Needy',
  ...about,
  requirements: { secrets: [{ id: 'KEY' }], authorization: [{ id: 'google' }], userId: true },
});

function serve(options: Partial<ToolServerOptions> = {}) {
  const logger = recordingLogger();
  const server = createToolServer({ tools: [refined, needy], wires: [otc()], logger, ...options });
  const call = (tool_id: string, input: object = {}) =>
    send(server, hostRequest('POST', '/tools/call', { request: { tool_id, input } }));
  return { server, logger, call };
}

describe('a check that does not settle (CASE-16)', () => {
  test.each([
    ['of the input', 'A.Refined', {}],
    ['of a token', 'A.Needy', { token: () => never }],
    ['of a secret', 'A.Needy', { secret: () => never }],
    ['of the user', 'A.Needy', { userId: () => never }],
    ['of where to authorize', 'A.Needy', { challenge: () => never }],
  ])('%s is refused as retryable at the timeout of the tool', async (_what, toolId, requirements) => {
    run.mockClear();
    const { call, logger } = serve({ requirements });
    const answer = await call(toolId, { a: 'x' });
    expect(answer).toMatchObject({ status: 400, headers: { 'retry-after': '1', 'x-should-retry': 'true' } });
    expect(answer?.json['message']).toBe(
      'The call could not be checked within 30 milliseconds. The tool did not run; try again in 1 second.',
    );
    expect(logger.records).toMatchObject([
      { level: 'warn', message: 'Checks before the tool timed out; the tool did not run' },
    ]);
    expect(run).not.toHaveBeenCalled();
  });

  test('ends when the server stops', async () => {
    const { call, server } = serve();
    const answering = call('A.Refined', { a: 'x' });
    // Its body is read, and the check has begun.
    await new Promise((resolve) => setTimeout(resolve, 5));
    server.stop.interrupt();
    expect((await answering)?.json['message']).toContain('The server stopped before the call was checked');
  });
});
