/** Places of which a task needs one while it runs, such as those for its tool, or for its owner. */
export interface TaskPlaces {
  readonly name: string;
  /** How many there are, for all processes together. */
  readonly most: number;
}

const soonestMs = 200;
const latestMs = 30_000;
const patienceMs = 15_000;

/** TASK-31: when to ask again for a place, in milliseconds: the sooner, the fewer older tasks ask for one of so many. For stores. */
export function askAgainAfter(ahead: number, most: number): number {
  return Math.min(latestMs, soonestMs * (1 + ahead / most));
}

/** How long a place is kept for a task that was told to ask again after so many milliseconds; no longer, as its worker may be gone. For stores. */
export function keptFor(askAgainMs: number): number {
  return 3 * askAgainMs + patienceMs;
}

/** The longest that a place is kept for anybody: what seems to be longer tells of a clock that was set back. */
export const keptForAtMost: number = keptFor(latestMs);
