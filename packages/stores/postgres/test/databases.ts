import { randomUUID } from 'node:crypto';
import { Pool, type PoolConfig } from 'pg';
import { migrate } from '../src/index.ts';

/** A pool, and how to let go of it. */
export interface OpenPool {
  readonly pool: Pool;
  readonly close: () => Promise<void>;
}

/** A pool that tells nobody of connections that break: what that means for a task is what the tests look at. */
export function openPool(connectionString: string, config: PoolConfig = {}): OpenPool {
  const pool = new Pool({ connectionString, ...config });
  pool.on('error', () => undefined);
  return { pool, close: () => pool.end() };
}

/** A schema that no other test has. */
export function newSchema(): string {
  return `toolwire_test_${randomUUID().replaceAll('-', '')}`;
}

/** A schema with its tables, and how to take it away. */
export async function makeSchema(pool: Pool): Promise<{ readonly schema: string; readonly drop: () => Promise<void> }> {
  const schema = newSchema();
  await migrate(pool, { schema });
  return { schema, drop: () => dropSchema(pool, schema) };
}

export async function dropSchema(pool: Pool, schema: string): Promise<void> {
  await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
}
