import { afterEach, describe, expect, test } from 'vitest';
import { createNodeListener, type ListeningServer, listen } from '../src/index.ts';

let listening: ListeningServer | undefined;
afterEach(async () => {
  await listening?.close();
  listening = undefined;
});

const told: string[] = [];
const report = (thrown: unknown, message: string): void => void told.push(`${message}: ${(thrown as Error).message}`);
const fail = (): never => {
  throw new Error('on purpose');
};

describe('a listener that answers all requests', () => {
  test.each([
    ['the values', { handle: () => undefined, report }, { values: fail }],
    ['the handler', { handle: fail, report }, {}],
  ])('responds with 500 if %s throws, and logs it once', async (_what, server, options) => {
    told.length = 0;
    listening = await listen(server, 0, options);
    const answer = await fetch(listening.url);
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { message: 'The server could not process the request' },
    ]);
    expect(told).toEqual(['A request could not be served: on purpose']);
  });

  test('requires a tool server, and explains it', () => {
    expect(() => createNodeListener([] as never)).toThrow('got a list');
  });
});
