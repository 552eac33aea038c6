import type { VaultStore } from '../vault/vault-store.ts';

/** A kind of store to hold against the contract. */
export interface VaultStoreSubject {
  /** Makes a store; all that are made share what they keep, as those of several processes do. */
  readonly make: () => VaultStore;
}

/** One thing that every store must do; `run` throws an error that says what it did instead. */
export interface VaultStoreCase {
  readonly title: string;
  readonly run: (subject: VaultStoreSubject) => Promise<void>;
}

/** A minute, for cases that are not about time. */
export const aMinute = 60_000;

/** No case disturbs another, though they may share a store. */
export function unique(): string {
  return crypto.randomUUID();
}

/** What two processes get that each do something ten times at once. */
export function atOnce<T>({ make }: VaultStoreSubject, act: (store: VaultStore) => Promise<T>): Promise<readonly T[]> {
  const stores = [make(), make()];
  return Promise.all(stores.flatMap((store) => Array.from({ length: 10 }, () => act(store))));
}

/** Says what is wrong where two values differ. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [JSON.stringify(actual) ?? 'nothing', JSON.stringify(expected) ?? 'nothing'];
  if (is !== should) throw new Error(`${what} ${is}, and should be ${should}.`);
}

/** Waits until something holds that only time brings about. */
export async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what} did not happen within 30 seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
