import { describe, expect, it } from 'vitest';
import { replayCommand } from '../src/run-seeds.ts';
import { simulate } from '../src/simulate.ts';

/** How many schedules run in each test run. The nightly workflow runs 100,000. */
const count = process.env['TEST_SCOPE'] === 'all' ? 2_000 : 150;

describe('simulated schedules', () => {
  it(`keep every guarantee in ${count} schedules`, async () => {
    const failing: string[] = [];
    for (let seed = 1; seed <= count; seed += 1) {
      const { violations } = await simulate({ seed });
      if (violations.length > 0) failing.push([...violations, replayCommand(seed)].join('\n'));
    }

    expect(failing).toEqual([]);
  });

  it('have the same trace for the same seed, byte by byte', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const [first, second] = [await simulate({ seed, hasTrace: true }), await simulate({ seed, hasTrace: true })];

      expect(first.trace.length).toBeGreaterThan(20);
      expect(second).toEqual(first);
    }
  });

  it('differ for different seeds', async () => {
    const traces = new Set<string>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const { trace } = await simulate({ seed, hasTrace: true });
      traces.add(trace.join('\n'));
    }

    expect(traces.size).toBe(20);
  });

  it('take the same steps with and without a trace', async () => {
    const [traced, plain] = [await simulate({ seed: 7, hasTrace: true }), await simulate({ seed: 7 })];

    expect(plain).toEqual({ ...traced, trace: [] });
  });

  it('restore the clocks and timers of the process', async () => {
    const { setTimeout, clearTimeout, setInterval } = globalThis;
    const before = performance.now();
    await simulate({ seed: 1 });

    expect(globalThis).toMatchObject({ setTimeout, clearTimeout, setInterval });
    expect(performance.now()).toBeGreaterThan(before);
    expect(Error.stackTraceLimit).toBeGreaterThan(0);
  });
});
