import { noPostgresServer, startPostgres } from '@toolwire/programs/postgres';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../src/index.ts';
import { taskStatements } from '../src/task-statements.ts';
import { openPool } from './databases.ts';

const count = 300_000;
const [first, middle] = [
  [Number.NEGATIVE_INFINITY, ''],
  [1e12 + count / 2, 'x'],
] as const;
const pageSize = 101;

describe.skipIf(noPostgresServer !== undefined)(
  `pages of many tasks${noPostgresServer === undefined ? '' : `, skipped: ${noPostgresServer}`}`,
  () => {
    it('are read from an index, in order, within 20 milliseconds', async () => {
      const postgres = await startPostgres('fsync=off', 'max_wal_size=4GB');
      onTestFinished(() => postgres.remove());
      const { pool, close } = openPool(postgres.url);
      await migrate(pool);
      // Without the triggers that count usage, which take a minute.
      await pool.query('ALTER TABLE toolwire.tasks DISABLE TRIGGER USER');
      await pool.query(`
        INSERT INTO toolwire.tasks (id, owner, created_at, expires_at, version, fence, turn, state, status, shard, bytes, record)
        SELECT md5(n::text), 'owner' || n % 10, 1e12 + n, now() + interval '1 day', 1, 1, 1,
          CASE WHEN n % 100 = 0 THEN 'to_run' ELSE 'ended' END, CASE WHEN n % 1000 = 7 THEN 'failed' ELSE 'completed' END, n % 8, 2000, '{}'
        FROM generate_series(1, ${count}) AS n`);
      await pool.query('ANALYZE toolwire.tasks');
      const { list, all, allWithStatus, unfinished } = taskStatements('"toolwire"');
      const pages: readonly (readonly [statement: string, values: readonly unknown[]])[] = [
        [list, ['owner7', ...first, pageSize]],
        [list, ['owner7', ...middle, pageSize]],
        [all, [...first, pageSize]],
        [all, [...middle, pageSize]],
        [allWithStatus, ['failed', ...first, pageSize]],
        [allWithStatus, ['completed', ...middle, pageSize]],
        [unfinished, [...first, pageSize]],
        [unfinished, [...middle, pageSize]],
      ];
      for (const [statement, values] of pages) {
        const explain = async (): Promise<string> => {
          const { rows } = await pool.query<Record<string, string>>(`EXPLAIN ANALYZE ${statement}`, [...values]);
          return rows.map((row) => row['QUERY PLAN']).join('\n');
        };
        // The first run reads the pages of the table into memory, and a busy machine delays some runs.
        const plans = [await explain(), await explain(), await explain()];
        const plan = plans.at(-1);
        expect(plan).toMatch(/Index Scan using tasks_/);
        expect(plan).not.toMatch(/Sort|Seq Scan/);
        expect(plan).toContain(`rows=${pageSize} loops=1`);
        const times = plans.map((one) => Number(/Execution Time: ([\d.]+) ms/.exec(one)?.[1]));
        expect(Math.min(...times)).toBeLessThanOrEqual(20);
      }
      await close();
    });
  },
);
