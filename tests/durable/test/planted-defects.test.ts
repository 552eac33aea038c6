import { noRedisServer } from '@toolwire/programs/redis';
import { describe, expect, it } from 'vitest';
import { checkHistory } from '../src/check-history.ts';
import type { Fault } from '../src/faults.ts';
import { runHistory } from '../src/run-history.ts';

// Faults that do not explain every violation.
const faults: readonly Fault[] = ['kill worker', 'pause worker', 'kill web', 'pause worker for long', 'kill worker'];

// Histories mostly wait, so all run concurrently.
describe.skipIf(noRedisServer !== undefined)(
  `a planted defect${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  () => {
    it.concurrent.each([
      ['no fence', 'unfenced: '],
      ['no lease check', 'again: '],
      ['early acknowledge', 'lost: '],
      ['lost sweep', 'lost: '],
      ['double enqueue', 'doubled: '],
    ] as const)(
      'is found: %s',
      async (defect, prefix) => {
        const found = async (seed: number): Promise<readonly string[]> => {
          const history = await runHistory({ kind: 'bullmq-redis', tasks: 120, seed, faults, defect });
          return checkHistory(history).filter((violation) => violation.startsWith(prefix));
        };
        // A defect needs a matching fault, which not every history has.
        let violations: readonly string[] = [];
        for (let seed = 17; violations.length === 0 && seed < 23; seed += 1) violations = await found(seed);
        expect(violations).not.toStrictEqual([]);
      },
      600_000,
    );
  },
);
