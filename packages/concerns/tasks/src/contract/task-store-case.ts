import type { TaskRecord } from '../task-record.ts';
import type { TaskStore } from '../task-store.ts';

/** A store to hold against the contract, empty or shared with others. */
export interface TaskStoreSubject {
  readonly store: TaskStore;
  /** Lets this much time pass for the store, by its clock or by waiting. */
  readonly pass: (ms: number) => void | Promise<void>;
}

/** One thing that every store must do; `run` throws an error that says what it did instead. */
export interface TaskStoreCase {
  readonly title: string;
  readonly run: (subject: TaskStoreSubject) => Promise<void>;
}

/** A task that works, for whom it belongs to. */
export function newRecord(owner: string = unique('owner')): TaskRecord {
  const times = { createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000, ttlMs: 60_000 };
  return { id: unique('task'), owner, version: 1, status: 'working', ...times, questions: [] };
}

/** No case disturbs another, though they may share a store. */
export function unique(what: string): string {
  return `${what}-${crypto.randomUUID()}`;
}

/** Waits for what is told some time. */
export async function until(holds: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(otherwise);
}

/** Throws in words unless two values are alike. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(sorted(value)) ?? 'undefined');
  if (is !== should) throw new Error(`${what} ${is}, and should be ${should}.`);
}

/** A store may give back the keys of an object in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
