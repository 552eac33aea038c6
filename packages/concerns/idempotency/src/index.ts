export type { MaybePromise } from '@toolwire/internal';
export { canonicalJson } from './canonical-json.ts';
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
} from './memory-idempotency-store.ts';
