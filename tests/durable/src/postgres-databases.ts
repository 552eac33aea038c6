import { tmpdir } from 'node:os';
import { startPgbouncer } from '@toolwire/programs/pgbouncer';
import { type PostgresServer, startPostgresIn, startStandbyOf } from '@toolwire/programs/postgres';
import { Client } from 'pg';
import { createTables } from './backends.ts';
import { type FaultParts, pauses, type StartedDatabase, stalls } from './database-fault.ts';
import { startStallingProxy } from './stalling-proxy.ts';

interface PostgresParts extends FaultParts {
  /** Whether the store uses PgBouncer. BullMQ needs a direct connection. */
  readonly isPooled: boolean;
  /** Whether a standby follows, which can take over. */
  readonly hasStandby: boolean;
}

const standbyName = 'standby';
const settings = ['fsync=off', 'min_wal_size=32MB', 'max_wal_size=48MB'];

/** Starts PostgreSQL, with or without a synchronous standby and PgBouncer. */
export async function startPostgresDatabase(parts: PostgresParts): Promise<StartedDatabase> {
  const { disk, hasProxy, isPooled, hasStandby } = parts;
  // PostgreSQL runs as another user, who cannot access the folder of the history.
  const first = await startPostgresIn(disk?.folder ?? tmpdir(), ...settings);
  const standby = hasStandby ? await startStandbyOf(first, standbyName, ...settings) : undefined;
  if (standby !== undefined) await requireStandby(first);
  const servers = [first, ...(standby === undefined ? [] : [standby])];
  await createTables(first.url);
  // After a failover, processes reach the new primary at the same address, as with a virtual IP address.
  const proxy = hasProxy || hasStandby ? await startStallingProxy(first.url) : undefined;
  const queueUrl = proxy?.url ?? first.url;
  const pooler = isPooled ? await startPgbouncer(queueUrl) : undefined;
  let primary = first;
  const failOver = async (): Promise<void> => {
    if (standby === undefined) throw new Error('There is no standby.');
    await primary.stop('SIGKILL');
    primary = standby;
    await run(standby.url, 'SELECT pg_promote()');
    proxy?.redirect(standby.url);
  };
  const killAll = async (): Promise<void> => {
    await primary.stop('SIGKILL');
    await pooler?.restart();
    await primary.start();
  };
  return {
    url: pooler?.url ?? queueUrl,
    queueUrl,
    faults: {
      ...pauses(() => primary),
      ...(proxy && stalls([proxy])),
      ...(hasStandby && { 'fail over': failOver }),
      'kill database': killAll,
    },
    remove: async () => {
      await pooler?.close();
      await proxy?.close();
      for (const server of servers) await server.remove();
    },
  };
}

/** Makes each commit wait for the standby. */
async function requireStandby({ url }: PostgresServer): Promise<void> {
  await run(url, `ALTER SYSTEM SET synchronous_standby_names = '${standbyName}'`);
  await run(url, 'SELECT pg_reload_conf()');
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}
