import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgresIn } from '@toolwire/programs/postgres';
import { startRedis } from '@toolwire/programs/redis';
import { Redis } from 'ioredis';
import type { Fault, PlaceFault } from './faults.ts';
import { layOut, type PlaceKind } from './places.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { startStallingProxy } from './stalling-proxy.ts';

/** The place where calls are kept, and what may be done to it. */
export interface Victim {
  readonly url: string;
  /** Strikes for a while, and in any case until it was felt, for faults of which that is told. */
  strike(fault: PlaceFault, untilFelt?: () => Promise<void>): Promise<void>;
  remove(): Promise<void>;
}

interface Place {
  readonly url: string;
  readonly faults: Partial<Record<PlaceFault, (untilFelt?: () => Promise<void>) => Promise<void>>>;
  readonly remove: () => Promise<void>;
}

// No database waits for its disk: a kill leaves what was written to the system, and only a loss of power takes that away.

/** Longer than a lease. */
const pauseMs = 4_000;
const longPauseMs = 30_000;
const stallMs = 12_000;

/** Makes a place that bears these faults, with its files in a folder. */
export async function startVictim(kind: PlaceKind, folder: string, faults: readonly Fault[]): Promise<Victim> {
  const disk = faults.includes('fill disk') ? mountSmallDisk(megabytes[kind]) : undefined;
  const place = await startPlace(kind, disk?.folder ?? folder, disk);
  const proxy = faults.includes('stall network') ? await startStallingProxy(place.url) : undefined;
  const all: Place['faults'] = {
    ...place.faults,
    ...(disk && { 'fill disk': (untilFelt) => during(pauseMs, disk.fill, disk.free, untilFelt) }),
    ...(proxy && { 'stall network': () => during(stallMs, proxy.stall, proxy.goOn) }),
  };
  return {
    url: proxy?.url ?? place.url,
    strike: async (fault, untilFelt) => {
      const strike = all[fault];
      if (strike === undefined) throw new Error(`There is no fault '${fault}' for ${kind}.`);
      await strike(untilFelt);
    },
    remove: async () => {
      await proxy?.close();
      await place.remove();
      disk?.remove();
    },
  };
}

const megabytes: Readonly<Record<PlaceKind, number>> = { sqlite: 16, 'bullmq-redis': 32, 'bullmq-postgres': 160 };

async function startPlace(kind: PlaceKind, folder: string, disk: SmallDisk | undefined): Promise<Place> {
  switch (kind) {
    case 'sqlite':
      return { url: join(folder, 'tasks.db'), faults: {}, remove: async () => undefined };
    case 'bullmq-redis':
      return startRedisPlace(folder);
    case 'bullmq-postgres':
      // Its own user has no way into the folder.
      return startPostgresPlace(disk?.folder ?? tmpdir());
  }
}

async function startRedisPlace(folder: string): Promise<Place> {
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
      'fill memory': (untilFelt) =>
        during(
          pauseMs,
          () => setMemory((used) => Math.ceil(used / 2)),
          () => setMemory(() => 0),
          untilFelt,
        ),
    },
    remove: () => redis.remove(),
  };
}

async function startPostgresPlace(folder: string): Promise<Place> {
  const postgres = await startPostgresIn(folder, 'fsync=off', 'min_wal_size=32MB', 'max_wal_size=48MB');
  await layOut(postgres.url);
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
  untilFelt?: () => Promise<void>,
): Promise<void> {
  await begin();
  await wait(ms);
  await untilFelt?.();
  await end();
}
