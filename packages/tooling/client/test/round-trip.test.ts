import { apiKey } from '@toolwire/auth';
import { defineTool } from '@toolwire/core';
import { RetryableToolError, ToolError } from '@toolwire/errors';
import { LimitError } from '@toolwire/limits';
import { type ListeningServer, listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { decideRetry, retrying } from '@toolwire/retry';
import { retry } from '@toolwire/retry/stage';
import { createToolServer, silentLogger } from '@toolwire/server';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type CallResult, type Client, createClient } from '../src/index.ts';

const about = { version: '1.0.0', description: 'A tool.' };
const numbers = z.object({ a: z.number().describe('The first.'), b: z.number().describe('The second.') });
const doorbell = z.object({ doorbell_id: z.string().describe('Which one.') });
const keyed = z.object({ key: z.string().describe('Under which its runs count.') });

const add = defineTool({
  id: 'Calculator.Add',
  ...about,
  input: numbers,
  output: z.number(),
  run: ({ a, b }) => a + b,
});
const ring = defineTool({
  id: 'Doorbell.Ring',
  ...about,
  input: doorbell,
  output: null,
  run: ({ doorbell_id }) => {
    if (doorbell_id === 'doorbell42') return;
    throw new RetryableToolError('Doorbell ID not found', {
      developerMessage: `The doorbell '${doorbell_id}' does not exist`,
      additionalPromptContent: 'ids: doorbell42, doorbell84',
      retryAfterMs: 20,
    });
  },
});
const needy = defineTool({
  id: 'Mail.Send',
  ...about,
  requirements: { authorization: [{ id: 'google' }], secrets: [{ id: 'KEY' }], userId: true },
  run: (_input, context) => [context.token('google'), context.secret('KEY'), context.userId],
});

const runs = new Map<string, number>();
function busyAtFirst({ key }: { readonly key: string }): number {
  const count = (runs.get(key) ?? 0) + 1;
  runs.set(key, count);
  if (count < 3) throw new RetryableToolError('Busy', { retryAfterMs: 5 });
  return count;
}
const flaky = defineTool({ id: 'Conf.Flaky', ...about, input: keyed, run: busyAtFirst });
const flakyRead = defineTool({
  ...flaky,
  id: 'Conf.FlakyRead',
  input: keyed,
  annotations: { readOnly: true },
  run: busyAtFirst,
});

const key = 'key-of-the-round-trip-with-32-characters';
let listening: ListeningServer;
let client: Client;

beforeAll(async () => {
  const tools = [add, ring, needy, flaky, flakyRead];
  const server = createToolServer({
    tools,
    wires: [otc({ prefix: '/ai' })],
    around: [retry()],
    auth: apiKey({ keys: { tester: key } }),
    logger: silentLogger,
  });
  listening = await listen(server, 0);
  client = createClient({
    url: `${listening.url}/ai`,
    auth: { apiKey: key },
    requirements: { token: () => 'token', secret: () => 'secret', userId: 'user-1' },
  });
});

afterAll(() => listening.close());

describe('a client and a server of toolwire', () => {
  it('agree on success', async () => {
    expect(await client.health()).toBe(true);
    const result = await client.call<typeof add>('Calculator.Add@1.0.0', { a: 10, b: 5 });
    expectTypeOf(result).toEqualTypeOf<CallResult<number>>();
    expect(result).toMatchObject({ kind: 'value', value: 15, attempts: 1 });
    expect(await client.call<typeof ring>('Doorbell.Ring', { doorbell_id: 'doorbell42' })).toMatchObject({
      kind: 'value',
      value: null,
    });
  });

  it('agree on the listing', async () => {
    const result = await client.list();
    expect(result).toMatchObject({ kind: 'listed', warnings: [] });
    expect(result.kind === 'listed' && result.tools.map(({ toolId }) => toolId)).toEqual([
      'Calculator.Add@1.0.0',
      'Doorbell.Ring@1.0.0',
      'Mail.Send@1.0.0',
      'Conf.Flaky@1.0.0',
      'Conf.FlakyRead@1.0.0',
    ]);
    expect(result.kind === 'listed' && result.tools[1]).toMatchObject({ outputSchema: null });
    expect(result.kind === 'listed' && result.tools[2]?.requirements).toEqual(needy.requirements);
  });

  it('agree on invalid input', async () => {
    expect(await client.call('Calculator.Add', { a: 10, b: 'infinity' })).toMatchObject({
      kind: 'invalid',
      parameterErrors: { b: expect.stringContaining('infinity') as string },
    });
  });

  it('agree on unknown tools', async () => {
    expect(await client.call('Calculator.Ad', {})).toMatchObject({
      kind: 'refused',
      code: 'rejected',
      ran: 'no',
      canRetry: false,
      message: expect.stringContaining('Calculator.Add') as string,
    });
  });

  it('agree on credentials', async () => {
    const stranger = createClient({ url: `${listening.url}/ai`, auth: { apiKey: 'another' } });
    const refusal = { kind: 'refused', code: 'unauthenticated', ran: 'no', canRetry: false };
    expect(await stranger.call('Calculator.Add', { a: 10, b: 5 })).toMatchObject({ ...refusal, status: 400 });
    expect(await stranger.list()).toMatchObject({ ...refusal, status: 401 });
    expect(await stranger.health()).toBe(true);
  });

  it('agree on requirements', async () => {
    expect(await client.call('Mail.Send', {})).toMatchObject({ kind: 'value', value: ['token', 'secret', 'user-1'] });
    const poor = createClient({ url: `${listening.url}/ai`, auth: { apiKey: key } });
    expect(await poor.call('Mail.Send', {})).toMatchObject({
      kind: 'refused',
      code: 'missing_requirements',
      missing: { authorization: [{ id: 'google' }], secrets: [{ id: 'KEY' }], userId: true },
    });
  });

  it('agree on retries: by the client, or by the server for a read-only tool', async () => {
    expect(await client.call('Conf.Flaky', { key: 'a' })).toMatchObject({ kind: 'value', value: 3, attempts: 3 });
    expect(await client.call('Conf.FlakyRead', { key: 'b' })).toMatchObject({ kind: 'value', value: 3, attempts: 1 });
  });

  it('agree on calls that did not run, also with HTTP statuses', async () => {
    const refusal = { kind: 'refused', code: 'unavailable', message: 'Come back later' } as const;
    const closed = await listen(
      createToolServer({
        tools: [add],
        wires: [otc({ httpStatuses: 'rich' })],
        use: [() => refusal],
        logger: silentLogger,
      }),
      0,
    );
    onTestFinished(() => closed.close());
    const careful = { whenUnknown: false, baseMs: 0 };
    expect(await createClient({ url: closed.url, retry: careful }).call('Calculator.Add', {})).toMatchObject({
      ...refusal,
      ran: 'no',
      status: 503,
      attempts: 3,
    });
  });

  it('agree on hints for the model', async () => {
    const result = await client.call('Doorbell.Ring', { doorbell_id: 'doorbell1' });
    expect(result).toMatchObject({
      kind: 'failed',
      attempts: 1,
      failure: { developerMessage: "The doorbell 'doorbell1' does not exist" },
    });
    expect(decideRetry(result, { number: result.attempts })).toEqual({
      action: 'hand_back',
      promptContent: 'ids: doorbell42, doorbell84',
      afterMs: 20,
    });
  });
});

describe('retrying', () => {
  it.each([
    ['a tool error', new ToolError('No'), 1],
    ['a tool error for the model', new RetryableToolError('No', { additionalPromptContent: 'ids: 1' }), 1],
    ['a tool error that can be retried', new RetryableToolError('Later', { retryAfterMs: 1 }), 2],
    ['a limit', new LimitError('overloaded', 'Full', 1), 2],
  ])('recognizes errors of the other packages: %s', async (_what, thrown, times) => {
    let attempts = 0;
    const run = (): string => {
      attempts += 1;
      if (attempts === 1) throw thrown;
      return 'done';
    };
    await retrying(run).catch((error: unknown) => expect(error).toBe(thrown));
    expect(attempts).toBe(times);
  });
});
