import { formatMs } from '@toolwire/internal';
import { expect, test } from 'vitest';
import type { JsonFields } from '../src/page/json.ts';
import { isShort, spansOf } from '../src/page/live/call-spans.ts';
import { type LiveCall, laneOf, readLiveCall } from '../src/page/live/live-call.ts';
import { latencyOf, windowParts } from '../src/page/live/live-window.ts';
import { scaleEnd } from '../src/page/views/live/live-charts.tsx';

const now = 1_000_000;

function read(fields: JsonFields): LiveCall {
  return readLiveCall(fields, new Set());
}

function call(agoMs: number, outcome?: string, tookMs?: number): LiveCall {
  return read({
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

test('a call is in the last part if the clock of the server is ahead', () => {
  expect(windowParts([call(-700)], now).at(-1)?.total).toBe(1);
});

test('percentiles are durations of calls', () => {
  const calls = Array.from({ length: 100 }, (_, index) => call(0, 'value', 100 - index));
  expect(latencyOf(calls)).toEqual({ p50: 50, p95: 95, p99: 99 });
  expect(latencyOf([call(0)])).toBeUndefined();
});

test('a call names its client, or else its caller, or else its protocol', () => {
  const fields = { number: 1, startedAt: now, wire: 'mcp', toolId: 'A.B' };
  const client = { name: 'claude-code', version: '2.1.0', protocolVersion: '2025-11-25' };
  const named = read({ ...fields, client, principalId: 'ada' });
  expect([named.protocol, named.client, named.caller, laneOf(named)]).toEqual([
    'MCP 2025-11-25',
    'claude-code 2.1.0',
    'ada',
    'claude-code 2.1.0',
  ]);
  expect(laneOf(read({ ...fields, principalId: 'ada' }))).toBe('ada');
  expect(laneOf(read({ ...fields, wire: 'otc' }))).toBe('Open Tool Calling client');
});

test('durations have a readable unit', () => {
  expect([0, 0.04, 0.123, 12.34, 99.96, 123.4, 999.6, 1_234, 59_970, 61_000, 86_400_000].map(formatMs)).toEqual([
    '< 0.1 ms',
    '< 0.1 ms',
    '0.1 ms',
    '12.3 ms',
    '100 ms',
    '123 ms',
    '1.0 s',
    '1.2 s',
    '1 min',
    '1 min',
    '24 h',
  ]);
});

test('the scale of a chart ends at a round number', () => {
  expect([1, 5, 6, 20, 21, 164, 0.3].map(scaleEnd)).toEqual([1, 5, 10, 20, 50, 200, 0.5]);
});

test('the steps of a call have names in words, and those under 1 % are short unless the call ended there', () => {
  const stages = [
    { name: 'resolve', atMs: 0 },
    { name: 'uploads', atMs: 0.2 },
    { name: 'mine', atMs: 0.5 },
  ];
  const spans = spansOf({ tookMs: 100, stages, runs: [{ fromMs: 20, toMs: 100, outcome: 'value' }] });
  expect(spans.map((span) => [span.title, span.outcome, isShort(span, 100)])).toEqual([
    ['Find the tool', undefined, true],
    ['Find the uploaded files', undefined, true],
    ['mine', undefined, false],
    ['Run the tool', 'Success', false],
  ]);
  const denied = spansOf({ tookMs: 100, stages: [{ name: 'scopes', atMs: 99.5 }], runs: [], outcome: 'refused' });
  expect(denied.map((span) => [span.title, span.outcome, isShort(span, 100)])).toEqual([
    ['Check scopes', 'ended here: Denied', false],
  ]);
});

test('steps that start at the same time as the run end where the next step or the run starts', () => {
  const stages = ['resolve', 'validate', 'scopes'].map((name) => ({ name, atMs: 0 }));
  const spans = spansOf({ stages, runs: [{ fromMs: 0, toMs: 100, outcome: 'value' }], tookMs: 100, outcome: 'value' });
  const steps = spans.filter(({ className }) => className === 'stage');
  expect(steps.map(({ toMs }) => toMs)).toEqual([0, 0, 0]);
});
