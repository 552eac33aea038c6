import { noContextValues, type Outcome, type ToolInfo } from '@toolwire/core';
import { expect, test } from 'vitest';
import { createCallWatch } from '../src/call-watch.ts';

const tool: ToolInfo = {
  id: 'Users.Find',
  version: '1.0.0',
  name: 'Users_Find',
  description: 'Finds a user.',
  inputSchema: {},
  outputSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, password: { type: 'string', writeOnly: true } },
  },
};

const outcome: Outcome = {
  kind: 'value',
  value: { name: 'Ada', password: 'open sesame' },
  content: [{ type: 'text', text: 'The password of Ada is open sesame. The key is key-12345.' }],
  tool,
};

const client = { name: 'claude-code', version: '2.0.0', protocolVersion: '2026-07-28' };

/** Runs a call while a page is watching, and returns the lines that the page receives. */
async function watchCall(): Promise<readonly object[]> {
  const lines: object[] = [];
  const { use } = createCallWatch({
    isWatched: true,
    send: (line) => void lines.push(line),
    open: () => expect.unreachable('no page opens it'),
  });
  const call = {
    wire: 'mcp',
    toolId: 'Users.Find',
    callId: 'call-1',
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [{ id: 'KEY', value: 'key-12345' }] },
    lifetime: { signal: new AbortController().signal },
    values: noContextValues,
    client: { ...client, canAsk: () => false },
  };
  expect(await use[0]?.(call, () => outcome)).toBe(outcome);
  return lines;
}

test('a live call shows content next to its value, without the secrets of either', async () => {
  const [, end] = await watchCall();
  const result: unknown = JSON.parse((end as { readonly result: string }).result);
  expect(result).toMatchObject({ value: { name: 'Ada' }, content: [{ type: 'text' }] });
  expect(JSON.stringify(result)).toContain('The password of Ada is');
  expect(JSON.stringify(result)).not.toMatch(/open sesame|key-12345/);
});

test('the end of a call names its client too, for pages that did not see its start', async () => {
  expect(await watchCall()).toMatchObject([
    { kind: 'start', client },
    { kind: 'end', client },
  ]);
});
