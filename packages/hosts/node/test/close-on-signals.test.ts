import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CloseOnSignalsOptions, closeGracefully, closeOnSignals } from '../src/index.ts';

const steps: string[] = [];
let forget = (): void => undefined;
const signals = ['SIGTERM', 'SIGINT'] as const;
const before = signals.map((signal) => process.listeners(signal));

beforeEach(() => {
  steps.length = 0;
  vi.spyOn(process, 'exit').mockImplementation(((code: number) => void steps.push(`exit ${code}`)) as never);
});
afterEach(() => {
  signals.forEach((signal, at) => {
    const added = process.listeners(signal).filter((listener) => !before[at]?.includes(listener));
    for (const listener of added) process.off(signal, listener);
  });
  vi.restoreAllMocks();
});

/** Replaces the timers of hard limits until the test ends. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const close = async (): Promise<void> => {
  await wait(5);
  steps.push('closed');
};
const report = (thrown: unknown): void => void steps.push(`told of ${(thrown as Error).message}`);

/** Sends a signal to the latest listener only. Those of the test runner would end the tests. */
function send(signal: 'SIGTERM' | 'SIGINT'): void {
  process.listeners(signal).at(-1)?.(signal);
}

function stop(options: CloseOnSignalsOptions, server = { close, report }): void {
  forget = closeOnSignals(server, options);
  send('SIGTERM');
}

describe('a process that gets a signal', () => {
  test('closes, and exits with 0', async () => {
    stop({});
    await expect.poll(() => steps).toEqual(['closed', 'exit 0']);
  });

  test.each([
    ['SIGTERM', undefined, 1000],
    ['SIGTERM', 5000, 5000],
    ['SIGINT', undefined, 0],
    ['SIGINT', 5000, 0],
  ] as const)('has a grace period for health probes, and none at Ctrl-C: %s, %s', (name, graceMs, expected) => {
    const closes = vi.fn(() => Promise.resolve());
    forget = closeOnSignals({ close: closes, report }, graceMs === undefined ? {} : { graceMs });
    send(name);
    expect(closes).toHaveBeenCalledWith({ graceMs: expected, deadlineMs: 7000 });
  });

  test('treats a repeated signal as one signal, and a later one as a forced exit', async () => {
    fakeTimers();
    stop({}, { close: () => new Promise<void>(() => undefined), report });
    send('SIGTERM');
    expect(steps).toEqual([]);
    await wait(600);
    send('SIGTERM');
    expect(steps).toEqual(['exit 1']);
  });

  test.each(['graceMs', 'deadlineMs', 'hardLimitMs'])('needs a time that a timer can have: %s', (name) => {
    const message = `${name} must be a number of milliseconds from 0 to 2147483147, got Infinity.`;
    expect(() => stop({ [name]: Number.POSITIVE_INFINITY })).toThrow(message);
  });

  test.each([
    [{}, 10_000],
    [{ deadlineMs: 30_000 }, 33_000],
    [{ graceMs: 20_000 }, 29_000],
    [{ graceMs: 0, deadlineMs: 0 }, 2000],
    [{ hardLimitMs: 8000 }, 8000],
  ])(
    'exits with 1 after the grace period, the deadline and two seconds, or at another hard limit: %j',
    (options, ms) => {
      fakeTimers();
      stop(options, { close: () => new Promise<void>(() => undefined), report });
      vi.advanceTimersByTime(ms - 1);
      expect(steps).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(steps).toEqual(['exit 1']);
    },
  );

  test.each([
    [{ deadlineMs: 30_000, hardLimitMs: 10_000 }, 31_000, 10_000],
    [{ graceMs: 2000, hardLimitMs: 8999 }, 9000, 8999],
  ])('needs a hard limit after the deadline: %j', (options, needed, given) => {
    const message = `hardLimitMs must be at least graceMs + deadlineMs (${needed}), got ${given}.`;
    expect(() => stop(options)).toThrow(message);
    expect(() => closeGracefully(createServer(), [], options)).toThrow(message);
  });

  test('keeps its listeners and its hard limit if the app removes them meanwhile', () => {
    fakeTimers();
    stop({}, { close: () => new Promise<void>(() => undefined), report });
    forget();
    expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before.map(({ length }) => length + 1));
    vi.advanceTimersByTime(10_000);
    expect(steps).toEqual(['exit 1']);
  });

  test('is not handled after its listeners are removed', () => {
    forget = closeOnSignals({ close, report });
    forget();
    expect(signals.map((signal) => process.listeners(signal))).toEqual(before);
  });

  test('waits for the cleanup before the exit', async () => {
    stop({ onClosed: () => wait(20).then(() => steps.push('sent')) });
    await expect.poll(() => steps).toEqual(['closed', 'sent', 'exit 0']);
  });

  test('does not wait for the cleanup beyond the hard limit', async () => {
    stop({ onClosed: () => new Promise(() => undefined), graceMs: 0, deadlineMs: 500, hardLimitMs: 1000 });
    await expect.poll(() => steps).toEqual(['closed', 'exit 1']);
  });

  test('logs a failed cleanup, and exits with 1', async () => {
    stop({ onClosed: () => Promise.reject(new Error('no collector')) });
    await expect.poll(() => steps).toEqual(['closed', 'told of no collector', 'exit 1']);
  });

  test('runs the cleanup even if the server could not be closed', async () => {
    const broken = { close: () => Promise.reject(new Error('not listening')), report };
    stop({ onClosed: () => void steps.push('sent') }, broken);
    await expect.poll(() => steps).toEqual(['told of not listening', 'sent', 'exit 1']);
  });
});
