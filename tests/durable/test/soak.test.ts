import { describe, expect, it } from 'vitest';
import { findGrowth } from '../src/soak/growth.ts';
import { runSoak, type SoakSample } from '../src/soak/run-soak.ts';

describe('the soak', () => {
  it('finds no wrong answer in a few seconds on SQLite, and samples each server', async () => {
    const samples: SoakSample[] = [];
    const settings = { kind: 'sqlite', runMs: 4_000, sampleMs: 1_000, rate: 10, ttlMs: 60_000 } as const;
    const violations = await runSoak(settings, (sample) => samples.push(sample));

    expect(violations).toEqual([]);
    const last = samples.at(-1);
    expect(last?.calls).toBeGreaterThan(0);
    expect(last?.stored).toBeGreaterThan(0);
    expect(last?.vitals.map(({ heap, descriptors }) => heap > 0 && descriptors > 0)).toEqual([true, true]);
  });

  it('finds what grows, and nothing in a steady run', () => {
    const sampleAt = (heap: number): SoakSample => {
      return { atMs: 0, calls: 0, violations: [], vitals: [{ heap, descriptors: 20 }], stored: 50 };
    };
    const steady = Array.from({ length: 12 }, () => sampleAt(30_000_000));
    const leaking = Array.from({ length: 12 }, (_, index) => sampleAt(30_000_000 + index * 2_000_000));

    expect(findGrowth(steady)).toEqual([]);
    expect(findGrowth(leaking)).toEqual(['growth: heap grew from 38000000 to 50000000']);
  });
});
