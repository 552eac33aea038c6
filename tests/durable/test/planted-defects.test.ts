import { noRedisServer } from '@toolwire/programs/redis';
import { describe, expect, it } from 'vitest';
import { checkHistory } from '../src/check-history.ts';
import { runHistory } from '../src/run-history.ts';

describe.skipIf(noRedisServer !== undefined)(
  `a planted defect${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  () => {
    it.each([
      ['no fence', 'unfenced: '],
      ['no lease check', 'again: '],
      ['early acknowledge', 'lost: '],
      ['double enqueue', 'doubled: '],
    ] as const)(
      'is found: %s',
      async (defect, words) => {
        const history = await runHistory({ kind: 'bullmq-redis', tasks: 120, seed: 17, defect });
        expect(checkHistory(history).filter((violation) => violation.startsWith(words))).not.toStrictEqual([]);
      },
      120_000,
    );
  },
);
