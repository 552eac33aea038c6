import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type RedisServer, startRedis } from '@toolwire/programs/redis';
import { startRedisCluster } from '@toolwire/programs/redis-cluster';
import { startRedisSentinelSet } from '@toolwire/programs/redis-sentinel';
import { Redis } from 'ioredis';
import { during, type FaultParts, pauseMs, pauses, type StartedDatabase, startProxies } from './database-fault.ts';
import type { SmallDisk } from './small-disk.ts';

const persistence = ['appendonly yes', 'maxmemory-policy noeviction'];

/** Starts one Redis. */
export async function startSingleRedis({ folder, disk, hasProxy }: FaultParts): Promise<StartedDatabase> {
  const redis = await startRedis(...persistence, `dir ${disk?.folder ?? folder}`);
  const proxies = hasProxy ? await startProxies([redis.url]) : undefined;
  const setMemory = async (bytes: (used: number) => number): Promise<void> => {
    const client = new Redis(redis.url);
    const used = Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]);
    await client.config('SET', 'maxmemory', bytes(used));
    client.disconnect();
  };
  return {
    url: proxies?.urls[0] ?? redis.url,
    faults: {
      ...proxies?.faults,
      ...pauses(() => redis),
      'kill database': () => restart(redis),
      'fill memory': (untilObserved) =>
        during(
          pauseMs,
          () => setMemory((used) => Math.ceil(used / 2)),
          () => setMemory(() => 0),
          untilObserved,
        ),
    },
    remove: async () => {
      await proxies?.close();
      await redis.remove();
    },
  };
}

const replicated = [...persistence, 'min-replicas-to-write 1'];

/** Starts a primary with two replicas and three Sentinels. Its disk is that of the first primary. */
export async function startSentinelSet({ disk, hasProxy }: FaultParts): Promise<StartedDatabase> {
  const onDisk = disk === undefined ? [] : [foldersOn(disk.folder, 1)];
  const set = await startRedisSentinelSet(...replicated, ...onDisk);
  const proxies = hasProxy ? await startProxies(set.servers.map(({ url }) => url)) : undefined;
  const failOver = async (): Promise<void> => {
    const primary = set.primary();
    await killReplicated(primary);
    await set.untilFailover(primary);
    // Not earlier: a primary that accepts writes while a replica takes over loses them.
    await primary.start();
    // The next fault is not a second failure at the same time.
    await set.untilReplicated();
  };
  const isolate = async (): Promise<void> => {
    const primary = set.primary();
    const reconnect = set.isolatePrimary();
    await set.untilFailover(primary);
    // The former primary is still one for its clients, which may use it.
    await wait(pauseMs);
    reconnect();
    await set.untilReplicated();
  };
  const fillDisk = async (full: SmallDisk, untilObserved?: () => Promise<void>): Promise<void> => {
    const primary = set.primary();
    full.fill();
    await untilObserved?.();
    // Sentinel replaces a primary whose disk is full.
    await set.untilFailover(primary);
    full.free();
    await set.untilReplicated();
  };
  return {
    url: set.sentinels.map(({ host, port }) => `redis://${host}:${port}`).join(),
    addressMap: proxies?.addressMap,
    faults: {
      ...proxies?.faults,
      ...pauses(() => set.primary()),
      'kill database': failOver,
      'fail over': failOver,
      ...(disk && { 'fill disk': (untilObserved) => fillDisk(disk, untilObserved) }),
      'isolate primary': isolate,
    },
    remove: async () => {
      await proxies?.close();
      await set.remove();
    },
  };
}

/** The hash tag of every key. One primary has them all. */
const hashTag = '{toolwire}';

/** Starts a cluster of three primaries, each with a replica. Its disk is that of the first primaries. */
export async function startCluster({ disk, hasProxy }: FaultParts): Promise<StartedDatabase> {
  const onDisk = disk === undefined ? [] : [foldersOn(disk.folder, 3)];
  const cluster = await startRedisCluster(...replicated, ...onDisk);
  const proxies = hasProxy ? await startProxies(cluster.nodes.map(({ url }) => url)) : undefined;
  const failOver = async (): Promise<void> => {
    const primary = await cluster.primaryOf(hashTag);
    await killReplicated(primary);
    await cluster.untilFailover(hashTag, primary);
    await primary.start();
  };
  return {
    url: (proxies?.urls ?? cluster.nodes.map(({ url }) => url)).join(),
    addressMap: proxies?.addressMap,
    faults: {
      ...proxies?.faults,
      ...pauses(() => cluster.primaryOf(hashTag)),
      'kill database': failOver,
      'fail over': failOver,
      'promote replica': () => cluster.promoteReplica(hashTag),
      reshard: () => cluster.moveSlot(hashTag),
    },
    remove: async () => {
      await proxies?.close();
      await cluster.remove();
    },
  };
}

/** Kills a primary when its replicas have all acknowledged writes. Redis replicates asynchronously, so the latest could be lost. */
async function killReplicated(primary: RedisServer): Promise<void> {
  const client = new Redis(primary.url);
  // Writes wait, and are not acknowledged any more.
  await client.client('PAUSE', 30_000, 'WRITE');
  const valueOf = (info: string, field: RegExp): number[] =>
    [...info.matchAll(field)].map(([, value]) => Number(value));
  for (let tries = 0; tries < 1_000; tries += 1) {
    const info = await client.info('replication');
    const [written = 0] = valueOf(info, /^master_repl_offset:(\d+)/gm);
    const received = valueOf(info, /^slave\d+:.*state=online,offset=(\d+)/gm);
    if (received.length > 0 && received.every((offset) => offset >= written)) break;
    await wait(20);
  }
  client.disconnect();
  await primary.stop('SIGKILL');
}

async function restart(server: RedisServer): Promise<void> {
  await server.stop('SIGKILL');
  await server.start();
}

/** Gives each of the first servers its own folder on a disk. */
function foldersOn(disk: string, count: number): (port: number) => string {
  let given = 0;
  return (port) => {
    given += 1;
    if (given > count) return 'appendonly yes';
    const folder = join(disk, String(port));
    mkdirSync(folder);
    return `dir ${folder}`;
  };
}
