import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { type BackendKind, driverOf } from '../backends.ts';

/** Counts the keys of a Redis, or the tasks of another database. */
export async function countStored(kind: BackendKind, url: string, libsql: string | undefined): Promise<number> {
  switch (kind) {
    case 'bullmq-redis': {
      const client = new Redis(url);
      const keys = await client.dbsize();
      client.disconnect();
      return keys;
    }
    case 'bullmq-postgres': {
      const pool = new Pool({ connectionString: url });
      const { rows } = await pool.query<{ readonly count: string }>('SELECT count(*) FROM toolwire.tasks');
      await pool.end();
      return Number(rows[0]?.count);
    }
    case 'sqlite': {
      const open = await driverOf(libsql ?? 'node:sqlite');
      const database = open(url);
      const [row] = database.prepare('SELECT count(*) AS count FROM tasks').all() as { readonly count: number }[];
      database.close();
      return Number(row?.count);
    }
    case 'bullmq-sentinel':
    case 'bullmq-pgbouncer':
    case 'nats-postgres':
      throw new Error(`The soak does not run on ${kind}.`);
  }
}
