import { type Fault, kills, longPauses, mixedFaults } from './faults.ts';
import type { Noted } from './happening.ts';
import type { PlaceKind } from './places.ts';
import { noSmallDisk } from './small-disk.ts';

/** What befalls calls, and how many of them are to be acknowledged. */
export interface Row {
  readonly title: string;
  readonly faults: (kind: PlaceKind) => readonly Fault[];
  readonly tasks: number;
  readonly kinds: readonly PlaceKind[];
  /** Why it cannot be tried here. */
  readonly reason?: string | undefined;
  /** What shows that the faults were felt. */
  readonly atLeast?: Partial<Record<Noted['what'], number>>;
}

const everywhere: readonly PlaceKind[] = ['sqlite', 'bullmq-redis', 'bullmq-postgres'];

/** All that is tried. */
export const rows: readonly Row[] = [
  {
    title: 'FAULT-01, FAULT-03, FAULT-07: whatever is killed or paused',
    faults: mixedFaults,
    tasks: 1_000,
    kinds: everywhere,
    atLeast: { killed: 3 },
  },
  {
    title: 'FAULT-01, FAULT-02, FAULT-08: where any process is killed, again and again',
    faults: kills,
    tasks: 300,
    kinds: everywhere,
    atLeast: { killed: 6 },
  },
  {
    title: 'FAULT-03, FAULT-05: where each process is paused for 30 s, ten times a lease',
    faults: longPauses,
    tasks: 300,
    kinds: everywhere,
    atLeast: { struck: 2 },
  },
  {
    title: 'FAULT-04: where the network stalls for 12 s',
    faults: () => ['stall network'],
    tasks: 300,
    kinds: ['bullmq-redis', 'bullmq-postgres'],
    atLeast: { struck: 1 },
  },
  {
    title: 'FAULT-23: where the disk is full for a while',
    faults: () => ['fill disk', 'kill worker'],
    tasks: 300,
    kinds: everywhere,
    reason: noSmallDisk,
    atLeast: { refused: 1 },
  },
  {
    title: 'FAULT-13: where the memory of Redis is full for a while',
    faults: () => ['fill memory', 'kill worker'],
    tasks: 300,
    kinds: ['bullmq-redis'],
    atLeast: { refused: 1 },
  },
];
