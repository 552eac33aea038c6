import fc from 'fast-check';
import type { StoreKind } from './backends.ts';

/** Faults of the database. */
export type DatabaseFault =
  | 'kill database'
  | 'pause database'
  | 'pause database for 30 s'
  | 'stall network'
  /** The primary is killed, and a replica takes over. */
  | 'fail over'
  /** A replica takes over from a working primary. */
  | 'promote replica'
  /** The primary is cut off from its replicas and Sentinel, but not from its clients. */
  | 'isolate primary'
  /** The keys move to another primary. */
  | 'reshard'
  | 'fill disk'
  | 'fill memory';

/** Faults of a process or the database. */
export type Fault =
  | 'kill worker'
  | 'pause worker'
  | 'pause worker for long'
  | 'pause worker for 30 s'
  | 'kill web'
  | 'pause web'
  | 'pause web for 30 s'
  /** The wall clock of a worker jumps forward by an hour. */
  | 'advance clock of worker'
  /** The wall clock of the process that starts calls jumps back by an hour. */
  | 'set back clock of web'
  | DatabaseFault;

/** A fault with its delay after the previous one. `worker` selects the affected worker. */
export interface PlannedFault {
  readonly fault: Fault;
  readonly afterMs: number;
  readonly worker: number;
}

/** A mix of all faults. SQLite has no database process. */
export function mixedFaults(kind: StoreKind): readonly Fault[] {
  const common: readonly Fault[] = ['kill worker', 'pause worker', 'kill web', 'pause worker for long', 'kill worker'];
  return kind === 'sqlite' ? common : [...common, 'kill database', 'pause database', 'kill database'];
}

/** Kills each process several times. */
export function kills(kind: StoreKind): readonly Fault[] {
  const common: readonly Fault[] = ['kill worker', 'kill worker', 'kill worker', 'kill worker', 'kill web', 'kill web'];
  return kind === 'sqlite' ? common : [...common, 'kill database', 'kill database', 'kill database'];
}

/** Pauses each process for ten times a lease. */
export function longPauses(kind: StoreKind): readonly Fault[] {
  const common: readonly Fault[] = ['pause worker for 30 s', 'pause web for 30 s'];
  return kind === 'sqlite' ? common : [...common, 'pause database for 30 s'];
}

/** Plans the order and the delays of faults. The same seed gives the same plan. */
export function planFaults(faults: readonly Fault[], seed: number): readonly PlannedFault[] {
  const detail = fc.record({ afterMs: fc.integer({ min: 200, max: 500 }), worker: fc.integer({ min: 0, max: 1 }) });
  const plan = fc.tuple(
    fc.shuffledSubarray([...faults], { minLength: faults.length }),
    fc.array(detail, { minLength: faults.length, maxLength: faults.length }),
  );
  const [[order, details] = [[], []]] = fc.sample(plan, { seed, numRuns: 1 });
  return order.map((fault, index) => ({ fault, afterMs: 300, worker: 0, ...details[index] }));
}
