import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgresIn } from '@toolwire/programs/postgres';
import { startRedis } from '@toolwire/programs/redis';
import { Redis } from 'ioredis';
import { type BackendKind, createTables } from './backends.ts';
import type { DatabaseFault, Fault } from './faults.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { startStallingProxy } from './stalling-proxy.ts';

/** A database that stores calls, and can have faults. */
export interface DatabaseUnderTest {
  readonly url: string;
  /** Injects a fault for a while. Faults with `untilObserved` also last until that resolves. */
  inject(fault: DatabaseFault, untilObserved?: () => Promise<void>): Promise<void>;
  readonly remove: () => Promise<void>;
}

interface StartedDatabase {
  readonly url: string;
  readonly faults: Partial<Record<DatabaseFault, (untilObserved?: () => Promise<void>) => Promise<void>>>;
  readonly remove: () => Promise<void>;
}

// No database syncs its files. A killed process loses no written data; only a power failure would.

/** Longer than a lease. */
const pauseMs = 4_000;
const longPauseMs = 30_000;
const stallMs = 12_000;

/** Starts a database that supports these faults, with its files in a folder. */
export async function startDatabase(
  kind: BackendKind,
  folder: string,
  faults: readonly Fault[],
): Promise<DatabaseUnderTest> {
  const disk = faults.includes('fill disk') ? mountSmallDisk(megabytes[kind]) : undefined;
  const started = await startKind(kind, disk?.folder ?? folder, disk);
  const proxy = faults.includes('stall network') ? await startStallingProxy(started.url) : undefined;
  const injectors: StartedDatabase['faults'] = {
    ...started.faults,
    ...(disk && { 'fill disk': (untilObserved) => during(pauseMs, disk.fill, disk.free, untilObserved) }),
    ...(proxy && { 'stall network': () => during(stallMs, proxy.stall, proxy.resume) }),
  };
  return {
    url: proxy?.url ?? started.url,
    inject: async (fault, untilObserved) => {
      const inject = injectors[fault];
      if (inject === undefined) throw new Error(`${kind} does not support the fault '${fault}'.`);
      await inject(untilObserved);
    },
    remove: async () => {
      await proxy?.close();
      await started.remove();
      disk?.remove();
    },
  };
}

const megabytes: Readonly<Record<BackendKind, number>> = { sqlite: 16, 'bullmq-redis': 32, 'bullmq-postgres': 160 };

async function startKind(kind: BackendKind, folder: string, disk: SmallDisk | undefined): Promise<StartedDatabase> {
  switch (kind) {
    case 'sqlite':
      return { url: join(folder, 'tasks.db'), faults: {}, remove: async () => undefined };
    case 'bullmq-redis':
      return startRedisDatabase(folder);
    case 'bullmq-postgres':
      // PostgreSQL runs as another user, who cannot access the folder.
      return startPostgresDatabase(disk?.folder ?? tmpdir());
  }
}

async function startRedisDatabase(folder: string): Promise<StartedDatabase> {
  const redis = await startRedis('appendonly yes', 'maxmemory-policy noeviction', `dir ${folder}`);
  const setMemory = async (bytes: (used: number) => number): Promise<void> => {
    const client = new Redis(redis.url);
    const used = Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
    await client.config('SET', 'maxmemory', bytes(used));
    client.disconnect();
  };
  return {
    url: redis.url,
    faults: {
      'kill database': async () => {
        await redis.stop('SIGKILL');
        await redis.start();
      },
      'pause database': () => pause(redis, pauseMs),
      'pause database for 30 s': () => pause(redis, longPauseMs),
      'fill memory': (untilObserved) =>
        during(
          pauseMs,
          () => setMemory((used) => Math.ceil(used / 2)),
          () => setMemory(() => 0),
          untilObserved,
        ),
    },
    remove: () => redis.remove(),
  };
}

async function startPostgresDatabase(folder: string): Promise<StartedDatabase> {
  const postgres = await startPostgresIn(folder, 'fsync=off', 'min_wal_size=32MB', 'max_wal_size=48MB');
  await createTables(postgres.url);
  return {
    url: postgres.url,
    faults: {
      'kill database': async () => {
        await postgres.stop('SIGKILL');
        await postgres.start();
      },
      'pause database': () => pause(postgres, pauseMs),
      'pause database for 30 s': () => pause(postgres, longPauseMs),
    },
    remove: () => postgres.remove(),
  };
}

function pause(database: { signal(name: NodeJS.Signals): void }, ms: number): Promise<void> {
  return during(
    ms,
    () => database.signal('SIGSTOP'),
    () => database.signal('SIGCONT'),
  );
}

async function during(
  ms: number,
  begin: () => unknown,
  end: () => unknown,
  untilObserved?: () => Promise<void>,
): Promise<void> {
  await begin();
  await wait(ms);
  await untilObserved?.();
  await end();
}
