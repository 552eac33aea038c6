import { expect, test } from 'vitest';
import { formatMs } from '../src/page/format-ms.ts';
import { laneOf, readLiveCall } from '../src/page/live-call.ts';
import { latencyOf, windowParts } from '../src/page/live-window.ts';

const now = 1_000_000;

function call(agoMs: number, outcome?: string, tookMs?: number): ReturnType<typeof readLiveCall> {
  return readLiveCall({
    number: 1,
    startedAt: now - agoMs,
    wire: 'mcp',
    toolId: 'A.B@1.0.0',
    ...(outcome !== undefined && { outcome }),
    ...(tookMs !== undefined && { tookMs }),
  });
}

test('the last minute has 12 parts, with their calls by state', () => {
  const parts = windowParts(
    [call(61_000, 'value', 1), call(4_999, 'failed', 2), call(0), call(5_000, 'value', 3)],
    now,
  );
  expect(parts.map(({ total }) => total)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
  // Stacked from below, whatever came first.
  expect([...(parts.at(-1)?.counts ?? [])]).toEqual([
    ['Running', 1],
    ['Failed', 1],
  ]);
  expect(parts.at(-1)?.latency).toEqual({ p50: 2, p95: 2, p99: 2 });
  expect(parts[0]?.latency).toBeUndefined();
});

test('percentiles are durations of calls', () => {
  const calls = Array.from({ length: 100 }, (_, index) => call(0, 'value', 100 - index));
  expect(latencyOf(calls)).toEqual({ p50: 50, p95: 95, p99: 99 });
  expect(latencyOf([call(0)])).toBeUndefined();
});

test('a call names its client, or else its caller, or else its protocol', () => {
  const fields = { number: 1, startedAt: now, wire: 'mcp', toolId: 'A.B' };
  const client = { name: 'claude-code', version: '2.1.0', protocolVersion: '2025-11-25' };
  const read = readLiveCall({ ...fields, client, principalId: 'ada' });
  expect([read.protocol, read.client, read.caller, laneOf(read)]).toEqual([
    'MCP 2025-11-25',
    'claude-code 2.1.0',
    'ada',
    'claude-code 2.1.0',
  ]);
  expect(laneOf(readLiveCall({ ...fields, principalId: 'ada' }))).toBe('ada');
  expect(laneOf(readLiveCall({ ...fields, wire: 'otc' }))).toBe('Open Tool Calling client');
});

test('durations have a readable unit', () => {
  expect([0.123, 12.34, 123.4, 1_234, 61_000, 86_400_000].map(formatMs)).toEqual([
    '0.12 ms',
    '12.3 ms',
    '123 ms',
    '1.2 s',
    '1 min',
    '24 h',
  ]);
});
