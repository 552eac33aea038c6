import { expect, test } from 'vitest';
import type { CallResult } from '../src/page/calls/call-result.ts';
import { compareRuns } from '../src/page/calls/compare-runs.ts';
import type { ProtocolName } from '../src/page/calls/protocols.ts';
import { Run } from '../src/page/calls/run.ts';

function ended(protocol: ProtocolName, result: CallResult | undefined): Run {
  const tool = { id: 'A.B', version: '1.0.0', name: 'A_B', description: '', inputSchema: {}, outputSchema: null };
  const run = new Run(protocol, { tool: { ...tool, problems: [] }, input: {}, context: {}, credentials: {} });
  run.result.value = result;
  return run;
}

test('results are the same in any order of properties, and as text of JSON', () => {
  const one = ended('otc', { kind: 'value', value: { a: 1, b: [2] } });
  const other = ended('arcade', { kind: 'value', value: { b: [2], a: 1 } });
  const text = ended('mcp-2025-11-25', { kind: 'value', value: '{"b":[2],"a":1}' });
  expect(compareRuns([one, other, text])).toEqual([]);
});

test('a difference names the protocol, and the places of the values', () => {
  const one = ended('otc', { kind: 'value', value: { a: 1, b: [2, 3] } });
  const other = ended('arcade', { kind: 'value', value: { a: 2, b: [2], 'c/d': 0 } });
  expect(compareRuns([one, other])).toEqual([
    { protocol: 'arcade', text: 'different value at /a and 2 more', paths: ['/a', '/b/1', '/c~1d'] },
  ]);
  const failed = ended('arcade', { kind: 'failed' });
  expect(compareRuns([one, failed])).toEqual([{ protocol: 'arcade', text: 'Failed instead of Success', paths: [] }]);
  const retryable = ended('otc', { kind: 'failed', canRetry: true });
  expect(compareRuns([failed, retryable])).toEqual([{ protocol: 'otc', text: 'may be retried', paths: [] }]);
});

test('content blocks next to another value are part of the value', () => {
  const content = [{ type: 'text', text: 'hi' }];
  const one = ended('otc', { kind: 'value', value: { content, total: 3 } });
  const other = ended('arcade', { kind: 'value', value: { content, total: 4 } });
  expect(compareRuns([one, other])).toEqual([
    { protocol: 'arcade', text: 'different value at /total', paths: ['/total'] },
  ]);
  const onlyBlocks = {
    kind: 'value',
    value: { content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] },
  } as const;
  const nextToText = { kind: 'value', value: 'a text', content: onlyBlocks.value.content } as const;
  expect(compareRuns([ended('otc', onlyBlocks), ended('mcp-2026-07-28', nextToText)])).toEqual([]);
});

test('nothing is compared while a run has not ended, or with only one', () => {
  const one = ended('otc', { kind: 'value', value: 1 });
  expect(compareRuns([one])).toBeUndefined();
  expect(compareRuns([one, ended('arcade', undefined)])).toBeUndefined();
});

test('long values are compared up to a number of differences', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => index);
  const [difference] =
    compareRuns([ended('otc', { kind: 'value', value: many }), ended('arcade', { kind: 'value', value: [] })]) ?? [];
  expect(difference?.paths).toHaveLength(20);
  expect(difference?.text).toBe('different value at /0 and at least 19 more');
});
