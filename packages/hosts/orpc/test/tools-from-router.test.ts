import { os } from '@orpc/server';
import type { ToolContext } from '@toolwire/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toolsFromRouter } from '../src/index.ts';
import { shop } from './shop-router.ts';
import { describeShop } from './shop-suite.ts';

const steps: string[] = [];

describeShop({
  library: 'oRPC',
  steps,
  toolsOfShop: () =>
    toolsFromRouter(shop, {
      context: async ({ principal }) => ({ user: principal && { id: principal.id }, steps }),
    }),
  rejection: 'Input validation failed',
  failures: [
    ['Failures.Forbidden', {}, { message: 'Forbidden', canRetry: false }],
    [
      'Failures.Declared',
      {},
      { message: 'No tea is left.', additionalPromptContent: '{"until":"2027-01-01"}', canRetry: false },
    ],
    ['Failures.Checked', {}, { message: 'Bad Request', additionalPromptContent: 'hours.0: Too late', canRetry: false }],
  ],
});

describe('the tools of a router', () => {
  const ping = os.meta({ tool: { description: 'Pings.' } }).handler(() => 'pong');

  it('have the toolkit of the options', async () => {
    const tools = await toolsFromRouter({ ping, deep: { ping } }, { toolkit: 'Shop' });
    expect(tools.map(({ id }) => id)).toEqual(['Shop.Ping', 'Shop.DeepPing']);
  });

  it('keep the message of a declared error whose data is not JSON', async () => {
    const limited = os
      .meta({ tool: { id: 'Shop.Limited', description: 'Fails.' } })
      .errors({ TOO_MANY: { message: 'Too many orders.', data: z.object({ limit: z.bigint() }) } })
      .handler(({ errors }): string => {
        throw errors.TOO_MANY({ data: { limit: 10n } });
      });
    const [tool] = await toolsFromRouter({ limited });
    const context = { signal: new AbortController().signal } as ToolContext;
    await expect(tool?.run({}, context)).rejects.toThrow('Too many orders.');
  });

  it('need an ID if their path has one name', async () => {
    await expect(toolsFromRouter({ ping })).rejects.toThrow("The tool of the procedure 'ping' has no id.");
  });

  it('reject a router without tools, and misspelled names', async () => {
    await expect(toolsFromRouter({ ping: os.handler(() => 1) })).rejects.toThrow('(TW_PROCEDURE_TOOL)');
    await expect(toolsFromRouter({ ping }, { contxt: 1 } as never)).rejects.toThrow("Did you mean 'context'?");
    const wrong = os.meta({ tool: { descripton: 'Pings.' } }).handler(() => 1);
    await expect(toolsFromRouter({ a: { wrong } })).rejects.toThrow("Did you mean 'description'?");
  });
});
