import { assertEqual } from '@toolwire/internal';
import type { Claim, ClaimResult, IdempotencyStore, StoredResult } from '../idempotency-store.ts';

/** The store to test. */
export interface IdempotencyStoreSubject {
  /** Creates a store. Stores with the same options must share their data, like those of several processes. */
  readonly make: (options: IdempotencyStoreCaseOptions) => IdempotencyStore;
}

/** The store options of a case. */
interface IdempotencyStoreCaseOptions {
  /** How long results are stored, in milliseconds. */
  readonly ttlMs: number;
  /** The size of all results, in bytes, of which one owner gets a quarter. Default: that of the store. */
  readonly maxBytes?: number | undefined;
}

/** One requirement of every store. `run` rejects if the store fails it. */
export interface IdempotencyStoreCase {
  readonly title: string;
  readonly run: (subject: IdempotencyStoreSubject) => Promise<void>;
}

/** Creates a case, like `test` of a test runner. */
export function storeCase(title: string, run: IdempotencyStoreCase['run']): IdempotencyStoreCase {
  return { title, run };
}

/** One minute, for cases that do not test expiry. */
export const ttlMs = 60_000;

/** A claim with a unique token. */
export function claimOf(key: string, fields: Partial<Claim> = {}): Claim {
  return { key, fingerprint: 'same', token: unique(), takeOver: false, ...fields };
}

/** Creates a store with a claimed key. */
export async function claimedKey(
  make: IdempotencyStoreSubject['make'],
): Promise<{ readonly store: IdempotencyStore; readonly key: string; readonly first: Claim }> {
  const [store, key] = [make({ ttlMs }), unique()];
  const first = claimOf(key);
  await store.claim(first);
  return { store, key, first };
}

/** Throws if a claim does not get this state. */
export async function expectState(
  store: IdempotencyStore,
  claim: Claim,
  state: ClaimResult['state'],
  subject: string,
): Promise<void> {
  assertEqual(await store.claim(claim), { state }, subject);
}

/** A unique key or token, because cases may share a store. */
export function unique(): string {
  return crypto.randomUUID();
}

/** A result for repeated calls. */
export function storedResult(text: string): StoredResult {
  return { retention: 'stored', text, bytes: 2 * text.length };
}

/** A result for waiting calls only. */
export function deliveredResult(text: string): StoredResult {
  return { ...storedResult(text), retention: 'delivered' };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Awaits all values. A store may also return them without a promise, and the linter accepts only promises in `Promise.all`. */
export function all<T>(values: readonly (T | Promise<T>)[]): Promise<T[]> {
  return Promise.all(values.map(async (value) => value));
}

/** Throws if the result does not name this claim as the running one. */
export function expectRunning(result: ClaimResult, { token }: Claim, subject: string): void {
  const { state } = result;
  // A store may also return the running claim, which is not compared.
  assertEqual(state === 'running' ? { state, token: result.token } : result, { state: 'running', token }, subject);
}

/** Ends the running claim of a key, as if its lease had expired. Throws if none is running. */
export async function expireLease(store: IdempotencyStore, key: string): Promise<void> {
  const running = await store.claim(claimOf(key));
  if (running.state !== 'running') throw new Error(`claim of a running key: expected running, got ${running.state}`);
  await store.abandon(claimOf(key, { token: running.token }));
}

/** Throws if a claim of this key does not get this stored result. */
export async function expectStored(store: IdempotencyStore, key: string, text: string): Promise<void> {
  assertEqual(await store.claim(claimOf(key)), { state: 'completed', text }, 'claim of a stored result');
}
