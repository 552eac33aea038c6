import type { Answered, Claim, ClaimResult, IdempotencyStore } from '../idempotency-store.ts';

/** A kind of store to hold against the contract. */
export interface IdempotencyStoreSubject {
  /** Makes a store; all that are made with the same options share what they keep, as those of several processes do. */
  readonly make: (options: IdempotencyStoreCaseOptions) => IdempotencyStore;
}

/** How a case wants its stores. */
export interface IdempotencyStoreCaseOptions {
  /** How long answers are to be kept, in milliseconds. */
  readonly ttlMs: number;
  /** About how many bytes one owner may keep; as the store has it if left out. */
  readonly maxBytesPerOwner?: number | undefined;
}

/** One thing that every store must do; `run` throws an error that says what it did instead. */
export interface IdempotencyStoreCase {
  readonly title: string;
  readonly run: (subject: IdempotencyStoreSubject) => Promise<void>;
}

/** A minute, for cases that are not about time. */
export const ttlMs = 60_000;

/** A claim with a token of its own. */
export function claimOf(key: string, fields: Partial<Claim> = {}): Claim {
  return { key, fingerprint: 'same', token: unique(), takeOver: false, ...fields };
}

/** No case disturbs another, though they may share a store. */
export function unique(): string {
  return crypto.randomUUID();
}

/** An answer for all who ask later. */
export function kept(text: string): Answered {
  return { fate: 'kept', text, bytes: 2 * text.length };
}

/** An answer for those alone who wait for it. */
export function handedOn(text: string): Answered {
  return { ...kept(text), fate: 'handed_on' };
}

/** Lets time pass. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** All of them, now or later. */
export function all<T>(values: readonly (T | Promise<T>)[]): Promise<T[]> {
  return Promise.all(values.map(async (value) => value));
}

/** Says what is wrong where two values differ. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${what} ${is}, and should be ${should}.`);
}

/** Says what is wrong where a key is not a claim's whose work goes on. */
export function heldBy(result: ClaimResult, { token }: Claim, what: string): void {
  const { state } = result;
  same(state === 'running' ? { state, token: result.token } : result, { state: 'running', token }, what);
}

/** Holds that a claim of a key is answered with a text. */
export async function answers(store: IdempotencyStore, key: string, text: string): Promise<void> {
  same(await store.claim(claimOf(key)), { state: 'answered', text }, 'A claim is answered');
}
