import type { StopSteps } from '@toolwire/core/wire';
import { expect, test } from 'vitest';
import { stopWorker } from '../src/internal.ts';

/** The steps of a server whose calls run until they are interrupted. */
function busyServer(): { readonly stop: StopSteps; readonly steps: string[] } {
  const steps: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const stop: StopSteps = {
    announce: () => void steps.push('announce'),
    endStreams: () => void steps.push('endStreams'),
    refuse: () => void steps.push('refuse'),
    interrupt: () => {
      steps.push('interrupt');
      end();
    },
    idle: () => ended,
  };
  return { stop, steps };
}

test('a worker interrupts calls that run past the deadline', async () => {
  const { stop, steps } = busyServer();
  await stopWorker(stop, 1);
  expect(steps).toEqual(['refuse', 'interrupt']);
});

test('a worker without running calls stops at once', async () => {
  const { stop, steps } = busyServer();
  await stopWorker({ ...stop, idle: () => Promise.resolve() });
  expect(steps).toEqual(['refuse']);
});

test.each([Number.POSITIVE_INFINITY, 2 ** 31, -1, Number.NaN])(
  'a worker rejects a deadline of %s ms, which a timer cannot wait for, and keeps running',
  (deadlineMs) => {
    const { stop, steps } = busyServer();
    expect(() => stopWorker(stop, deadlineMs)).toThrow(expect.objectContaining({ code: 'TW_OPTION_NUMBER' }) as Error);
    expect(steps).toEqual([]);
  },
);
