import { defineTool } from '@toolwire/core';
import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { type CallResult, createClient } from '../src/index.ts';
import { done, failed, scriptedFetch, sentBodies } from './scripted-fetch.ts';

const confirmation = {
  code: 'confirmation_required',
  question: 'Delete order 7?',
  token: 'k.1.2',
  expires_at: '2026-11-28T09:05:00.000Z',
};
const hint = { additional_prompt_content: 'Show this question to the user.' };

it('reads the question and the token of a call that did not run, and does not repeat it', async () => {
  const fetch = scriptedFetch(failed({ ...hint, confirmation }));
  const client = createClient({ url: 'https://tools.example.com', fetch });
  const result = await client.call('Orders.Delete', { id: '7' });
  expect(result).toMatchObject({ kind: 'failed', attempts: 1, failure: { canRetry: false } });
  const { code, question, token } = confirmation;
  expect(result.kind === 'failed' && result.failure.confirmation).toEqual({ code, question, token });
});

it.each([undefined, null, 'yes', {}, { ...confirmation, token: 7 }])('ignores the confirmation %j', async (invalid) => {
  const fetch = scriptedFetch(failed({ ...hint, confirmation: invalid }));
  const result = await createClient({ url: 'https://tools.example.com', fetch }).call('Orders.Delete');
  expect(result.kind === 'failed' && 'confirmation' in result.failure).toBe(false);
});

it('sends the token next to the input, whose type has no such field', async () => {
  const remove = defineTool({
    id: 'Orders.Delete',
    version: '1.0.0',
    description: 'Deletes an order.',
    input: z.object({ id: z.string().describe('The order.') }),
    run: ({ id }) => id,
  });
  const fetch = scriptedFetch(done('deleted'));
  const client = createClient<readonly [typeof remove]>({ url: 'https://tools.example.com', fetch });
  const result = await client.call('Orders.Delete', { id: '7' }, { confirmationToken: 'k.1.2' });
  expectTypeOf(result).toExtend<CallResult>();
  expect(JSON.parse(sentBodies(fetch)[0] ?? '')).toMatchObject({
    request: { input: { id: '7', confirmation_token: 'k.1.2' } },
  });
});

it.each([undefined, null])('sends the token of a tool without parameters, with the input %s', async (input) => {
  const fetch = scriptedFetch(done());
  const client = createClient({ url: 'https://tools.example.com', fetch });
  await client.call('Orders.DeleteAll', input as unknown as undefined, { confirmationToken: 'k.1.2' });
  expect(JSON.parse(sentBodies(fetch)[0] ?? '')).toMatchObject({ request: { input: { confirmation_token: 'k.1.2' } } });
});
