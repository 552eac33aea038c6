import { expect, test } from 'vitest';
import { redactContent } from '../src/log-stage.ts';
import { callFor, tool } from './calls.ts';

const call = callFor({
  context: { authorization: [{ id: 'mail', token: 'token-7d1c04' }], secrets: [] },
  input: { to: 'ada@example.com', password: 'hunter22', note: 'my password is hunter22' },
});

test('arguments are shown without fields that the schema marks, even where they are repeated', () => {
  expect(redactContent()(call.input, { call, tool, part: 'arguments' })).toEqual({
    to: 'ada@example.com',
    password: '[masked]',
    note: 'my password is [masked]',
  });
});

test('results are shown without tokens, sensitive inputs and fields that their schema marks', () => {
  const withOutput = { ...tool, outputSchema: { properties: { receipt: { 'x-sensitive': true } } } };
  const value = { receipt: 'r-4711', text: 'token-7d1c04 hunter22 r-4711', count: 1 };
  expect(redactContent()(value, { call, tool: withOutput, part: 'result' })).toEqual({
    receipt: '[masked]',
    text: '[masked] [masked] [masked]',
    count: 1,
  });
  expect(redactContent()('token-7d1c04', { call, tool, part: 'result' })).toBe('[masked]');
});

test('a result that is the input itself is shown without fields that the output schema marks', () => {
  const withOutput = { ...tool, outputSchema: { properties: { note: { 'x-sensitive': true } } } };
  expect(redactContent()(call.input, { call, tool: withOutput, part: 'result' })).toEqual({
    to: 'ada@example.com',
    password: '[masked]',
    note: '[masked]',
  });
});

test('arguments and results with more marked values than a redactor searches for are masked as a whole', () => {
  const schema = { type: 'array', items: { properties: { key: { type: 'string', writeOnly: true } } } } as const;
  const value = Array.from({ length: 300 }, (_, index) => ({ key: `canary-${index + 1_000}` }));
  expect(redactContent()(value, { call, tool: { ...tool, outputSchema: schema }, part: 'result' })).toBe('[masked]');
  const callWithList = callFor({ input: value });
  expect(
    redactContent()(value, { call: callWithList, tool: { ...tool, inputSchema: schema }, part: 'arguments' }),
  ).toBe('[masked]');
});
