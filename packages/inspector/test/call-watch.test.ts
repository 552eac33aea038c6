import { noContextValues, type Outcome, type ToolInfo } from '@toolwire/core';
import { expect, test } from 'vitest';
import { createCallWatch } from '../src/call-watch.ts';

test('a live call shows content next to its value, without the secrets of either', async () => {
  const outputSchema = {
    type: 'object',
    properties: { name: { type: 'string' }, password: { type: 'string', writeOnly: true } },
  };
  const tool: ToolInfo = {
    id: 'Users.Find',
    version: '1.0.0',
    name: 'Users_Find',
    description: 'Finds a user.',
    inputSchema: {},
    outputSchema,
  };
  const outcome: Outcome = {
    kind: 'value',
    value: { name: 'Ada', password: 'open sesame' },
    content: [{ type: 'text', text: 'The password of Ada is open sesame. The key is key-12345.' }],
    tool,
  };
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
  };
  expect(await use[0]?.(call, () => outcome)).toBe(outcome);
  const [, end] = lines;
  const result: unknown = JSON.parse((end as { readonly result: string }).result);
  expect(result).toMatchObject({ value: { name: 'Ada' }, content: [{ type: 'text' }] });
  expect(JSON.stringify(result)).toContain('The password of Ada is');
  expect(JSON.stringify(result)).not.toMatch(/open sesame|key-12345/);
});
