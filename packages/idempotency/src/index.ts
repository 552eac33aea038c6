export { canonicalJson } from './canonical-json.ts';
export { createIdempotency, type Idempotency, type IdempotencyOptions } from './idempotency.ts';
export type { Answered, Claim, ClaimResult, IdempotencyStore } from './idempotency-store.ts';
export type { MaybePromise } from './is-promise.ts';
export type { KeyedResult, KeyedWork } from './keyed-work.ts';
export {
  createMemoryIdempotencyStore,
  type MemoryIdempotencyStore,
  type MemoryIdempotencyStoreOptions,
} from './memory-idempotency-store.ts';
