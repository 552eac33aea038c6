import { join } from 'node:path';
import type { StoreKind } from './backends.ts';
import { during, type FaultParts, pauseMs, type StartedDatabase } from './database-fault.ts';
import type { DatabaseFault, Fault } from './faults.ts';
import { startNatsDatabase } from './nats-databases.ts';
import { startPostgresDatabase } from './postgres-databases.ts';
import { startCluster, startSentinelSet, startSingleRedis } from './redis-databases.ts';
import { mountSmallDisk } from './small-disk.ts';

/** A database that stores calls, and can have faults. */
export interface DatabaseUnderTest extends Pick<StartedDatabase, 'url' | 'queueUrl' | 'addressMap'> {
  /** Injects a fault for a while. Faults of full storage also last until `untilObserved` resolves. */
  inject(fault: DatabaseFault, untilObserved?: () => Promise<void>): Promise<void>;
  readonly remove: () => Promise<void>;
}

// No database syncs its files. A killed process loses no written data; only a power failure would.

/** Starts a database that supports these faults, with its files in a folder. */
export async function startDatabase(
  kind: StoreKind,
  folder: string,
  faults: readonly Fault[],
): Promise<DatabaseUnderTest> {
  const disk = faults.includes('fill disk') ? mountSmallDisk(megabytes[kind]) : undefined;
  const parts: FaultParts = { folder, disk, hasProxy: faults.includes('stall network') };
  const { url, queueUrl, addressMap, ...started } = await startKind(kind, parts, faults);
  const injectors: StartedDatabase['faults'] = {
    ...(disk && { 'fill disk': (untilObserved) => during(pauseMs, disk.fill, disk.free, untilObserved) }),
    ...started.faults,
  };
  return {
    url,
    queueUrl,
    addressMap,
    inject: async (fault, untilObserved) => {
      const inject = injectors[fault];
      if (inject === undefined) throw new Error(`${kind} does not support the fault '${fault}'.`);
      await inject(untilObserved);
    },
    remove: async () => {
      await started.remove();
      disk?.remove();
    },
  };
}

const megabytes: Readonly<Record<StoreKind, number>> = {
  sqlite: 16,
  'bullmq-redis': 32,
  'bullmq-sentinel': 32,
  'redis-cluster': 32,
  'bullmq-postgres': 160,
  'bullmq-pgbouncer': 160,
  'nats-postgres': 160,
};

async function startKind(kind: StoreKind, parts: FaultParts, faults: readonly Fault[]): Promise<StartedDatabase> {
  switch (kind) {
    case 'sqlite':
      return { url: join(parts.disk?.folder ?? parts.folder, 'tasks.db'), faults: {}, remove: async () => undefined };
    case 'bullmq-redis':
      return startSingleRedis(parts);
    case 'bullmq-sentinel':
      return startSentinelSet(parts);
    case 'redis-cluster':
      return startCluster(parts);
    case 'nats-postgres':
      return startNatsDatabase({ ...parts, isCluster: faults.includes('fail over') });
    case 'bullmq-postgres':
    case 'bullmq-pgbouncer':
      return startPostgresDatabase({
        ...parts,
        isPooled: kind === 'bullmq-pgbouncer',
        hasStandby: faults.includes('fail over'),
      });
  }
}
