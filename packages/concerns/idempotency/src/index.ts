export { canonicalJson } from './canonical-json.ts';
export { createIdempotency, type Idempotency, type IdempotencyOptions } from './idempotency.ts';
export type { Answered, Claim, ClaimNews, ClaimResult, IdempotencyStore } from './idempotency-store.ts';
export type { Caller, EndOfWork, KeyedResult, KeyedWork } from './keyed-work.ts';
export type { MaybePromise } from './maybe-promise.ts';
export {
  createMemoryIdempotencyStore,
  type MemoryIdempotencyStore,
  type MemoryIdempotencyStoreOptions,
} from './memory-idempotency-store.ts';
