import { noPostgresServer } from '@toolwire/programs/postgres';
import { noRedisServer } from '@toolwire/programs/redis';
import { describe, expect, it } from 'vitest';
import { checkHistory } from '../src/check-history.ts';
import { runHistory } from '../src/run-history.ts';

// Another one shows other histories; the same one strikes in the same order.
const seed = Number(process.env['FAULT_SEED'] ?? 17);

// Those on BullMQ run where they are named.
const places = (process.env['FAULT_PLACES'] ?? 'sqlite').split(',');
const all = [
  ['sqlite', undefined, 400],
  ['bullmq-redis', noRedisServer, 300],
  ['bullmq-postgres', noPostgresServer, 300],
] as const;

describe.each(all.filter(([kind]) => places.includes(kind)))('calls on %s', (kind, reason, tasks) => {
  it.skipIf(reason !== undefined)(
    `FAULT-01, FAULT-03, FAULT-07: end as was promised, ${tasks} of them, whatever is killed or paused, with the seed ${seed}${reason === undefined ? '' : `, skipped: ${reason}`}`,
    async () => {
      const history = await runHistory({ kind, tasks, seed });
      const count = (what: string): number => history.filter((one) => one.what === what).length;
      expect(checkHistory(history)).toStrictEqual([]);
      expect(count('acknowledged')).toBeGreaterThan(tasks / 2);
      expect(count('killed')).toBeGreaterThanOrEqual(3);
    },
    240_000,
  );
});
