import { PassThrough, type Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLineWriter } from '../src/line-writer.ts';

const report = (progress: number): object => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: 1, progress },
});
const response = { jsonrpc: '2.0', id: 1, result: {} };
const notification = { jsonrpc: '2.0', method: 'notifications/message' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const output = new PassThrough();
  const lines: unknown[] = [];
  const write = (text: string, written?: () => void): boolean => {
    for (const line of text.split('\n').filter(Boolean)) lines.push(JSON.parse(line));
    written?.();
    return true;
  };
  const writer = createLineWriter(output, write as Writable['write']);
  return { lines, writer, send: (message: object) => writer.send(JSON.stringify(message)) };
}

test('a response that follows a progress report is written a millisecond later, in order', () => {
  const { lines, send } = setUp();
  for (const message of [report(1), report(2), response, notification]) send(message);
  expect(lines).toEqual([report(1), report(2)]);
  vi.advanceTimersByTime(1);
  expect(lines).toEqual([report(1), report(2), response, notification]);
});

test('a report after a waiting response keeps its place', () => {
  const { lines, send } = setUp();
  for (const message of [report(1), response, report(2)]) send(message);
  expect(lines).toEqual([report(1)]);
  vi.advanceTimersByTime(1);
  expect(lines).toEqual([report(1), response, report(2)]);
});

test('a report that waited is written a millisecond before the response after it', () => {
  const { lines, send } = setUp();
  const otherResponse = { ...response, id: 2 };
  for (const message of [report(1), response, report(2), report(3), otherResponse, notification]) send(message);
  vi.advanceTimersByTime(1);
  expect(lines).toEqual([report(1), response, report(2), report(3)]);
  vi.advanceTimersByTime(1);
  expect(lines).toEqual([report(1), response, report(2), report(3), otherResponse, notification]);
});

test('other responses are written at once', () => {
  const { lines, send } = setUp();
  send(response);
  send(report(1));
  vi.advanceTimersByTime(1);
  send(response);
  expect(lines).toEqual([response, report(1), response]);
});

test('a flush writes what waits', async () => {
  const { lines, writer, send } = setUp();
  send(report(1));
  send(response);
  send(report(2));
  send(notification);
  await writer.flushed();
  expect(lines).toEqual([report(1), response, report(2), notification]);
  vi.advanceTimersByTime(1);
  expect(lines).toHaveLength(4);
});
