import type { BackendKind } from './backends.ts';
import { type Fault, kills, longPauses, mixedFaults } from './faults.ts';
import type { RecordedEvent } from './history-event.ts';
import { noSmallDisk } from './small-disk.ts';

/** Faults, and the number of calls that must be acknowledged meanwhile. */
export interface FaultScenario {
  readonly title: string;
  readonly faults: (kind: BackendKind) => readonly Fault[];
  readonly tasks: number;
  readonly kinds: readonly BackendKind[];
  /** Why the scenario cannot run here. */
  readonly reason?: string | undefined;
  /** The minimum number of events that show that the faults had an effect. */
  readonly atLeast?: Partial<Record<RecordedEvent['type'], number>>;
}

const allKinds: readonly BackendKind[] = ['sqlite', 'bullmq-redis', 'bullmq-postgres'];

/** All scenarios. */
export const faultScenarios: readonly FaultScenario[] = [
  {
    title: 'FAULT-01, FAULT-03, FAULT-07: whatever is killed or paused',
    faults: mixedFaults,
    tasks: 1_000,
    kinds: allKinds,
    atLeast: { killed: 3 },
  },
  {
    title: 'FAULT-01, FAULT-02, FAULT-08: where any process is killed, again and again',
    faults: kills,
    tasks: 300,
    kinds: allKinds,
    atLeast: { killed: 6 },
  },
  {
    title: 'FAULT-03, FAULT-05: where each process is paused for 30 s, ten times a lease',
    faults: longPauses,
    tasks: 300,
    kinds: allKinds,
    atLeast: { fault: 2 },
  },
  {
    title: 'FAULT-04: where the network stalls for 12 s',
    faults: () => ['stall network'],
    tasks: 300,
    kinds: ['bullmq-redis', 'bullmq-postgres'],
    atLeast: { fault: 1 },
  },
  {
    title: 'FAULT-23: where the disk is full for a while',
    faults: () => ['fill disk', 'kill worker'],
    tasks: 300,
    kinds: allKinds,
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
