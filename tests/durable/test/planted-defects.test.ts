import { noRedisServer } from '@toolwire/programs/redis';
import { describe, expect, it } from 'vitest';
import { checkHistory } from '../src/check-history.ts';
import type { Fault } from '../src/faults.ts';
import { runHistory } from '../src/run-history.ts';

// None that explains everything.
const faults: readonly Fault[] = ['kill worker', 'pause worker', 'kill web', 'pause worker for long', 'kill worker'];

// They wait for most of their time, so all go side by side.
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
      async (defect, words) => {
        const found = async (seed: number): Promise<readonly string[]> => {
          const history = await runHistory({ kind: 'bullmq-redis', tasks: 120, seed, faults, defect });
          return checkHistory(history).filter((violation) => violation.startsWith(words));
        };
        // A defect shows only where a fault meets it, which one history may not have.
        let violations: readonly string[] = [];
        for (let seed = 17; violations.length === 0 && seed < 23; seed += 1) violations = await found(seed);
        expect(violations).not.toStrictEqual([]);
      },
      600_000,
    );
  },
);
