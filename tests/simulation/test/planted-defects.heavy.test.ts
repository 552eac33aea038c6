import { describe, expect, it } from 'vitest';
import { type Defect, defects } from '../src/defects.ts';
import { simulate } from '../src/simulate.ts';

/** The violation that each defect leads to. */
const violationOf: Readonly<Record<Defect, string>> = {
  'no fence': 'lost: ',
  'no lease check': 'overlap: ',
  'early acknowledge': 'missing: ',
  'lost sweep': 'lost: ',
  'double enqueue': 'twice: ',
  'claim after the end': 'again: ',
  'silent store': 'silent: ',
  'stored retryable failure': 'unanswered: ',
  'version in the fingerprint': 'refused: ',
  'cancel race': 'changed: ',
  'poison group': 'failed: ',
  'two primaries': 'twice: ',
  'shared keys': 'made up: ',
  'early result': 'early: ',
  'no release': 'blamed: ',
  'ignored slots': 'crowded: ',
  'no concurrency limit': 'crowded: ',
  'new ID for each attempt': 'twice: ',
  'hidden run': 'untrue: ',
  'unnoticed cancellation': 'late: ',
};

/** The most schedules until a defect is found. The rarest, `no release`, shows in 1 of 1,000. */
const maxSeeds = 10_000;

describe('a planted defect', () => {
  it.each(defects)('is found: %s', { timeout: 600_000 }, async (defect) => {
    const isFoundBy = async (seed: number): Promise<boolean> => {
      const { violations } = await simulate({ seed, defect });
      return violations.some((violation) => violation.startsWith(violationOf[defect]));
    };
    let seed = 1;
    while (seed < maxSeeds && !(await isFoundBy(seed))) seed += 1;

    expect(seed).toBeLessThan(maxSeeds);
  });
});
