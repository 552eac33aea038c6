import { randomUUID } from 'node:crypto';
import { Pool, type PoolConfig } from 'pg';
import { migrate } from '../src/index.ts';

export interface OpenPool {
  readonly pool: Pool;
  readonly close: () => Promise<void>;
}

/** A pool that ignores connection errors: the tests check their effects on tasks. */
export function openPool(connectionString: string, config: PoolConfig = {}): OpenPool {
  const pool = new Pool({ connectionString, ...config });
  pool.on('error', () => undefined);
  return { pool, close: () => pool.end() };
}

/** A unique schema name. */
export function newSchema(): string {
  return `toolwire_test_${randomUUID().replaceAll('-', '')}`;
}

/** A unique schema with its tables, and a function that drops it. */
export async function makeSchema(pool: Pool): Promise<{ readonly schema: string; readonly drop: () => Promise<void> }> {
  const schema = newSchema();
  await migrate(pool, { schema });
  return { schema, drop: () => dropSchema(pool, schema) };
}

export async function dropSchema(pool: Pool, schema: string): Promise<void> {
  await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
}
