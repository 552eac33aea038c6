import { defineTool } from '@toolwire/core';
import { RetryableToolError, ToolError } from '@toolwire/errors';
import { createScriptedModel } from '@toolwire/models/testing';
import { createCaller, createToolServer, silentLogger } from '@toolwire/server';
import { expect, test } from 'vitest';
import * as z from 'zod';

const ring = defineTool({
  id: 'Doorbell.Ring',
  version: '1.0.0',
  description: 'Rings a doorbell.',
  input: z.object({ $id: z.string(), times: z.number().optional() }),
  output: z.string(),
  run({ $id }) {
    if ($id === 'doorbell42') return `Rang ${$id}`;
    if ($id === 'broken') throw new ToolError('It is broken.', { developerMessage: 'Out of stock since May.' });
    throw new RetryableToolError('There is no such doorbell.', {
      additionalPromptContent: 'ids: doorbell42',
      retryAfterMs: 5_000,
    });
  },
});
const server = createToolServer({ tools: [ring], wires: [], logger: silentLogger });
const model = createScriptedModel(server.tools, createCaller(server));

test('a scripted model sees tools as the strictest API does', () => {
  expect(model.tools).toMatchObject([
    {
      name: 'Doorbell_Ring',
      description: 'Rings a doorbell.',
      inputSchema: { properties: { id: { type: 'string' } } },
    },
  ]);
  expect(model.report).toMatchObject([{ changes: [{ code: 'parameter_name' }] }]);
});

test('no two models have a call ID in common', async () => {
  const callId = async (): Promise<string | undefined> => {
    const [answer] = await createScriptedModel(server.tools, createCaller(server)).run([[{ name: 'Doorbell_Ring' }]]);
    return answer?.call.id;
  };
  expect(await callId()).not.toBe(await callId());
});

test('it calls tools turn by turn, and returns the model input', async () => {
  const read = await model.run([
    [
      { name: 'Doorbell_Ring', input: { id: 'doorbell1' } },
      { name: 'Doorbell_Rng', input: {} },
    ],
    ([first]) => [{ name: 'Doorbell_Ring', input: { id: /ids: (\w+)/.exec(first?.text ?? '')?.[1] } }],
  ]);
  expect(read.map(({ text, isError }) => [isError, text])).toEqual([
    [
      true,
      'There is no such doorbell.\n\nids: doorbell42\n\nYou can call this tool again with changed arguments. This was attempt 1 of 3.',
    ],
    [true, "There is no tool with this name. Did you mean 'Doorbell_Ring'?"],
    [false, 'Rang doorbell42'],
  ]);
  expect(read).toMatchObject([
    { toolId: 'Doorbell.Ring@1.0.0', result: { kind: 'failed' } },
    { call: { name: 'Doorbell_Rng' } },
    { result: { kind: 'value', value: 'Rang doorbell42' } },
  ]);
  expect(read[1]).not.toHaveProperty('result');
});

test('it never waits, and reports the delays', async () => {
  const patient = createScriptedModel(server.tools, createCaller(server));
  await patient.run([[{ name: 'Doorbell_Ring', input: { id: 'doorbell1' } }]]);
  expect(patient.totalDelayMs).toBe(5_000);
});

test('it counts the failed attempts of each run', async () => {
  const again = [{ name: 'Doorbell_Ring', input: { id: 'doorbell1' } }];
  const texts = (await model.run([again, again, again])).map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringMatching(/attempt 1 of 3\.$/),
    expect.stringMatching(/attempt 2 of 3\.$/),
    expect.stringMatching(/Do not call this tool again\.$/),
  ]);
  expect((await model.call('Doorbell_Ring', { id: 'doorbell1' })).text).toMatch(/attempt 1 of 3\.$/);
});

test('it can call with invalid JSON', async () => {
  expect(await model.call('Doorbell_Ring', '{"id":')).toMatchObject({ isError: true });
});

test('it rejects unknown options', () => {
  // @ts-expect-error There is no such option.
  expect(() => createScriptedModel([], createCaller(server), { version: 'all' })).toThrow("Did you mean 'versions'?");
});
