export {
  type CircuitBreaker,
  type CircuitBreakerOptions,
  type CircuitPass,
  type CircuitResult,
  type CircuitState,
  createCircuitBreaker,
  type NoPass,
} from './circuit-breaker.ts';
export {
  type ConcurrencyLimit,
  type ConcurrencyLimitOptions,
  createConcurrencyLimit,
  type NoSlot,
  type Slot,
} from './concurrency-limit.ts';
export { isLimitError, type LimitCode, LimitError } from './limit-error.ts';
export { createMemoryRateStore, type MemoryRateStore, type MemoryRateStoreOptions } from './memory-rate-store.ts';
export { createRateLimit, type RateAnswer, type RateLimit, type RateLimitOptions } from './rate-limit.ts';
export type { RateDecision, RateRule, RateStore } from './rate-store.ts';
export { type WithTimeoutOptions, withTimeout } from './with-timeout.ts';
