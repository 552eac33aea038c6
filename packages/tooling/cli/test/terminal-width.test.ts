import { expect, it, onTestFinished, vi } from 'vitest';
import { callLine } from '../src/dev/text-report.ts';
import { createStatusLine } from '../src/terminal/status-line.ts';

const terminal = {
  write: () => undefined,
  note: () => undefined,
  columns: undefined,
  hasColor: false,
  environment: {},
  signal: new AbortController().signal,
};

it('the calls that toolwire dev shows have one column for the state, also next to tools with wide names', () => {
  const lineOf = (toolId: string): string =>
    callLine({ toolId, outcome: 'value', tookMs: 12, wire: 'mcp', problem: undefined, client: undefined }, terminal);
  expect(lineOf('天气_预报')).toBe(lineOf('weather_x').replace('weather_x', '天气_预报'));
});

it('the line of work in progress is narrower than the terminal, however wide its characters are', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const line = createStatusLine({ columns: 10, write: (text) => void written.push(text) });
  line.show('天气预报 is loading');
  vi.advanceTimersByTime(300);
  line.show(undefined);
  expect(written).toEqual(['\r⠋ 天气预…\u001b[K', '\r\u001b[K']);
});
