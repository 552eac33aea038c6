import fc from 'fast-check';
import type { PlaceKind } from './places.ts';

/** What is done to the place where calls are kept, as a whole. */
export type PlaceFault =
  | 'kill database'
  | 'pause database'
  | 'pause database for 30 s'
  | 'stall network'
  | 'fill disk'
  | 'fill memory';

/** What is done to a process, or to that place. */
export type Fault =
  | 'kill worker'
  | 'pause worker'
  | 'pause worker for long'
  | 'pause worker for 30 s'
  | 'kill web'
  | 'pause web'
  | 'pause web for 30 s'
  | PlaceFault;

/** One fault, so long after the one before it, to the first worker or the second. */
export interface Strike {
  readonly fault: Fault;
  readonly afterMs: number;
  readonly worker: number;
}

/** Something of everything; a file has no process of its own. */
export function mixedFaults(kind: PlaceKind): readonly Fault[] {
  const ofAll: readonly Fault[] = ['kill worker', 'pause worker', 'kill web', 'pause worker for long', 'kill worker'];
  return kind === 'sqlite' ? ofAll : [...ofAll, 'kill database', 'pause database', 'kill database'];
}

/** Each process there is, several times. */
export function kills(kind: PlaceKind): readonly Fault[] {
  const ofAll: readonly Fault[] = ['kill worker', 'kill worker', 'kill worker', 'kill worker', 'kill web', 'kill web'];
  return kind === 'sqlite' ? ofAll : [...ofAll, 'kill database', 'kill database', 'kill database'];
}

/** Each process there is, for ten times a lease. */
export function longPauses(kind: PlaceKind): readonly Fault[] {
  const ofAll: readonly Fault[] = ['pause worker for 30 s', 'pause web for 30 s'];
  return kind === 'sqlite' ? ofAll : [...ofAll, 'pause database for 30 s'];
}

/** What is done when, and to which of the two workers; the same for each seed. */
export function planOf(faults: readonly Fault[], seed: number): readonly Strike[] {
  const term = fc.record({ afterMs: fc.integer({ min: 200, max: 500 }), worker: fc.integer({ min: 0, max: 1 }) });
  const plan = fc.tuple(
    fc.shuffledSubarray([...faults], { minLength: faults.length }),
    fc.array(term, { minLength: faults.length, maxLength: faults.length }),
  );
  const [[order, terms] = [[], []]] = fc.sample(plan, { seed, numRuns: 1 });
  return order.map((fault, index) => ({ fault, afterMs: 300, worker: 0, ...terms[index] }));
}
