import { migrate } from '@toolwire/postgres';
import { Pool } from 'pg';

const tables = `
  create table if not exists effects (key uuid primary key, result jsonb, created_at timestamptz not null default now());
  create table if not exists stock (item text primary key, quantity integer not null check (quantity >= 0));
  create table if not exists orders (id bigint generated always as identity primary key, item text not null, quantity integer not null);
  create table if not exists outbox (key uuid primary key, recipient text not null, text text not null, created_at timestamptz not null default now());
  insert into stock values ('lamp', 1000000) on conflict do nothing;
`;

/** Opens a pool whose connections the database may close at any time. */
export function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString });
  const report = (error: Error): void => console.error('A connection to the database was lost:', error.message);
  pool.on('error', report);
  // Without a listener, the loss of a connection that is in use would end the process. Its next query fails, too.
  pool.on('connect', (connection) => connection.on('error', report));
  return pool;
}

/** Creates the tables of the shop and of the stored calls. Several processes may start at the same time. */
export async function createTables(pool: Pool): Promise<void> {
  await migrate(pool);
  await pool.query(`begin; select pg_advisory_xact_lock(7); ${tables} commit;`);
}
