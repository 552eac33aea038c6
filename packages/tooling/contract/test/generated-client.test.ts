import { expect, it } from 'vitest';
import { createToolsClient, type SearchFindInput } from './generated/tools.ts';

const answers: unknown[] = [];
const client = createToolsClient({
  url: 'http://127.0.0.1:3000',
  fetch: (_url, { body }) => {
    answers.push(typeof body === 'string' && JSON.parse(body));
    return Promise.resolve(Response.json({ result: { call_id: 'x', success: true, value: 3 } }));
  },
});

it('a generated client makes typed calls', async () => {
  const sum = await client.call('Calculator.Add@1.0.0', { a: 1, b: 2 });
  if (sum.kind !== 'value') throw new Error(sum.kind);
  const value: number = sum.value;
  expect(value).toBe(3);
  await client.tools.Calculator.Add({ a: 1, b: 2, c: 'x' });
  const input: SearchFindInput = { text: 'x', limit: undefined, where: [1], 'not-a-word': null };
  await client.tools.Search.Find(input);
  expect(answers).toHaveLength(3);
});

it('does not compile with invalid input or an unknown tool', () => {
  const wrong = (): readonly unknown[] => [
    // @ts-expect-error: b is missing.
    client.call('Calculator.Add@1.0.0', { a: 1 }),
    // @ts-expect-error: b is a number.
    client.call('Calculator.Add@1.0.0', { a: 1, b: '2' }),
    // @ts-expect-error: there is no d.
    client.call('Calculator.Add@1.1.0', { a: 1, b: 2, d: 3 }),
    // @ts-expect-error: there is no such version.
    client.call('Calculator.Add@3.0.0', { a: 1, b: 2 }),
    // @ts-expect-error: there is no such tool.
    client.call('Calculator.Subtract', { a: 1, b: 2 }),
    // @ts-expect-error: this sort order does not exist.
    client.tools.Search.Find({ text: 'x', sort: 'best' }),
    // @ts-expect-error: no place has a street.
    client.tools.Search.Find({ text: 'x', where: { city: 'Rome', street: 'x' } }),
  ];
  expect(wrong).toBeTypeOf('function');
});
