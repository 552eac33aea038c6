import type { Cluster } from './cluster.ts';
import type { Database } from './database.ts';
import type { History } from './history.ts';
import type { Scheduler } from './scheduler.ts';
import type { Trace } from './trace.ts';

/** What faults change. */
export interface FaultParts {
  readonly scheduler: Scheduler;
  readonly cluster: Cluster;
  readonly database: Database;
  readonly history: History;
  readonly trace: Trace;
  /** Whether the old primary still takes writes after a failover, which is a defect. */
  readonly hasTwoPrimaries: boolean;
}

/** When the last fault ends at the latest, in milliseconds. */
export const faultsEndAt = 30_000;

type Fault = (parts: FaultParts) => void;

const faults = {
  crash: ({ scheduler: { random }, cluster }) => {
    const place = random.below(cluster.members.length);
    // A start after a crash can be a deploy of newer tools.
    cluster.crash(place, random.between(100, 5_000), random.chance(0.4) ? '1.1.0' : undefined);
  },
  pause: ({ scheduler: { now, random }, cluster: { members } }) => {
    const process = members[random.below(members.length)]?.process;
    if (process !== undefined) process.pausedUntil = process.disturbedAt = now + random.between(500, 10_000);
  },
  partition: ({ scheduler: { now, random }, cluster: { members } }) => {
    const process = members[random.below(members.length)]?.process;
    if (process !== undefined) process.cutOffUntil = now + random.between(500, 10_000);
  },
  'database restart': ({ scheduler, database }) => {
    database.isDown = true;
    scheduler.scheduleOutside(scheduler.random.between(200, 4_000), () => (database.isDown = false));
  },
  'silent database': ({ scheduler, database }) => {
    database.isSilent = true;
    scheduler.scheduleOutside(scheduler.random.between(500, 9_000), () => (database.isSilent = false));
  },
  'slow database': ({ scheduler, database }) => {
    database.slowMs = scheduler.random.between(100, 2_500);
    scheduler.scheduleOutside(scheduler.random.between(2_000, 8_000), () => (database.slowMs = 0));
  },
  'read-only database': ({ scheduler, database: { primary } }) => {
    primary.isReadOnly = true;
    scheduler.scheduleOutside(scheduler.random.between(500, 4_000), () => (primary.isReadOnly = false));
  },
  'full database': ({ scheduler, database }) => {
    database.isFull = true;
    scheduler.scheduleOutside(scheduler.random.between(1_000, 6_000), () => (database.isFull = false));
  },
  'lost second': ({ scheduler, database }) => {
    database.isDown = true;
    database.loseWritesAfter(scheduler.now - 1_000).isReplaced = true;
    scheduler.scheduleOutside(scheduler.random.between(200, 2_000), () => (database.isDown = false));
  },
  failover: ({ scheduler, database, hasTwoPrimaries }) => {
    const old = database.loseWritesAfter(scheduler.now - scheduler.random.below(3_000));
    old.isReplaced = !hasTwoPrimaries;
    if (hasTwoPrimaries) scheduler.scheduleOutside(6_000, () => (old.isReplaced = true));
  },
} satisfies Record<string, Fault>;

const names = Object.keys(faults) as (keyof typeof faults)[];

/** Schedules random faults. They have all ended at `faultsEndAt`. */
export function scheduleFaults(parts: FaultParts): void {
  const { scheduler, history, trace } = parts;
  const { random } = scheduler;
  for (let count = random.below(6); count > 0; count -= 1) {
    const name = names[random.below(names.length)] ?? 'crash';
    scheduler.scheduleOutside(random.between(200, 18_000), () => {
      trace.add('fault', name);
      history.disturb('');
      faults[name](parts);
    });
  }
}
