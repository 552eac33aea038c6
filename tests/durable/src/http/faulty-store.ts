import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { driverOf, type StoreKind } from '../backends.ts';
import { type DatabaseUnderTest, startDatabase } from '../database-under-test.ts';
import type { Fault } from '../faults.ts';
import { startStallingProxy } from '../stalling-proxy.ts';

/** Faults of a store. `slow` is a repeated short silence. */
export type StoreFault = 'silent' | 'slow' | 'dropped' | 'read-only';

/** A store with injectable faults. */
export interface FaultyStore extends DatabaseUnderTest {
  readonly begin: (fault: StoreFault) => Promise<void>;
  readonly end: (fault: StoreFault) => Promise<void>;
}

type Step = () => void | Promise<void>;
interface FaultSteps {
  readonly begin: Step;
  readonly end: Step;
}

type StepsByFault = { readonly [Name in StoreFault]?: FaultSteps | undefined };

/** Starts a store that also supports these faults. `libsql` is the URL of a SQLite module. */
export async function startFaultyStore(
  kind: StoreKind,
  folder: string,
  libsql: string,
  faults: readonly Fault[],
): Promise<FaultyStore> {
  const database = await startDatabase(kind, folder, faults);
  const { url } = database;
  if (kind === 'sqlite') return withPulses(database, fileLock(url, libsql));
  // The servers connect to several addresses.
  if (severalAddresses.includes(kind)) return withPulses(database, {});
  const proxy = await startStallingProxy(url);
  const steps: StepsByFault = {
    silent: { begin: () => proxy.stall(), end: () => proxy.resume() },
    dropped: { begin: () => proxy.drop(), end: () => proxy.resume() },
    'read-only': kind === 'bullmq-redis' ? readOnlyRedis(url) : readOnlyPostgres(url),
  };
  const remove = async (): Promise<void> => {
    await proxy.close();
    await database.remove();
  };
  // The store and BullMQ use the same proxy.
  return withPulses({ ...database, url: proxy.url, queueUrl: undefined, remove }, steps);
}

const severalAddresses: readonly StoreKind[] = [
  'bullmq-sentinel',
  'redis-cluster',
  'bullmq-pgbouncer',
  'nats-postgres',
];
const silenceMs = 150;

function withPulses(database: DatabaseUnderTest, { silent, ...steps }: StepsByFault): FaultyStore {
  let pulses: Promise<void> | undefined;
  let isSlow = false;
  const pulse = async (): Promise<void> => {
    while (isSlow) {
      await silent?.begin();
      await wait(silenceMs);
      await silent?.end();
      await wait(silenceMs / 5);
    }
  };
  const slow = {
    begin: () => {
      isSlow = true;
      pulses = pulse();
    },
    end: async () => {
      isSlow = false;
      await pulses;
    },
  };
  const all: StepsByFault = { ...steps, silent, slow };
  const stepsOf = (fault: StoreFault): FaultSteps => {
    const found = all[fault];
    if (found === undefined) throw new RangeError(`${database.url} does not support the fault '${fault}'.`);
    return found;
  };
  return {
    ...database,
    begin: async (fault) => stepsOf(fault).begin(),
    end: async (fault) => stepsOf(fault).end(),
    remove: async () => {
      isSlow = false;
      await pulses;
      await database.remove();
    },
  };
}

/** Locks the file with another connection. */
function fileLock(file: string, libsql: string): StepsByFault {
  let unlock: Step = () => undefined;
  return {
    silent: {
      begin: async () => {
        const database = (await driverOf(libsql))(file);
        database.exec('PRAGMA busy_timeout = 10000');
        database.exec('BEGIN EXCLUSIVE');
        unlock = () => {
          database.exec('ROLLBACK');
          database.close();
        };
      },
      end: () => unlock(),
    },
  };
}

/** Turns Redis into a replica, which rejects writes even without its primary. */
function readOnlyRedis(url: string): FaultSteps {
  const replicate = async (...primary: readonly [string, string]): Promise<void> => {
    const client = new Redis(url);
    await client.replicaof(...primary);
    client.disconnect();
  };
  return { begin: () => replicate('127.0.0.1', '1'), end: () => replicate('NO', 'ONE') };
}

/** Makes PostgreSQL read-only, like the former primary after a failover. */
function readOnlyPostgres(connectionString: string): FaultSteps {
  const set = async (value: 'on' | 'off'): Promise<void> => {
    const client = new Client({ connectionString, options: '-c default_transaction_read_only=off' });
    await client.connect();
    await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
    await client.query('SELECT pg_reload_conf()');
    await client.end();
  };
  return { begin: () => set('on'), end: () => set('off') };
}
