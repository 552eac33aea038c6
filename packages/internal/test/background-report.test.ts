import { describe, expect, it, vi } from 'vitest';
import { createBackgroundReport } from '../src/index.ts';

describe('createBackgroundReport', () => {
  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('The log is closed.');
      },
    ],
    ['rejects', () => Promise.reject(new Error('The log is closed.'))],
  ])('ignores a receiver that %s, because no caller would catch the error', async (_, receiver) => {
    const { report } = createBackgroundReport(() => receiver());
    expect(report(new Error('The store is away.'))).toBeUndefined();
    // An unhandled rejection would fail the test run.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('reports to the option, or else to the first receiver that is set later', () => {
    const [option, first, second] = [vi.fn(), vi.fn(), vi.fn()];
    for (const background of [createBackgroundReport(option), createBackgroundReport(undefined)]) {
      background.reportTo(first);
      background.reportTo(second);
      background.report('away');
    }
    expect([option, first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
  });
});
