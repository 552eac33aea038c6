export type { MaybePromise } from '@toolwire/internal';
export { canonicalJson } from './call/fingerprint.ts';
export { createIdempotency, type Idempotency, type IdempotencyOptions } from './idempotency.ts';
export type {
  Claim,
  ClaimResult,
  ClaimStatus,
  IdempotencyStore,
  StoredResult,
} from './idempotency-store.ts';
export {
  createMemoryIdempotencyStore,
  type MemoryIdempotencyStore,
  type MemoryIdempotencyStoreOptions,
} from './memory-store/memory-idempotency-store.ts';
