import type { VaultStore } from '../vault/vault-store.ts';

/** The store under test. */
interface VaultStoreSubject {
  /** Creates a store; all created stores share their data, like stores of several processes. */
  readonly make: () => VaultStore;
}

/** A contract test; `run` throws an error that describes the difference. */
export interface VaultStoreCase {
  readonly title: string;
  readonly run: (subject: VaultStoreSubject) => Promise<void>;
}

export const minuteMs = 60_000;

/** Returns a unique key, since tests may share a store. */
export function unique(): string {
  return crypto.randomUUID();
}

/** Runs an operation ten times concurrently on each of two stores. */
export function concurrently<T>(
  { make }: VaultStoreSubject,
  act: (store: VaultStore) => Promise<T>,
): Promise<readonly T[]> {
  const stores = [make(), make()];
  return Promise.all(stores.flatMap((store) => Array.from({ length: 10 }, () => act(store))));
}
