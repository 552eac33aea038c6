export { type CircuitBreaker, type CircuitBreakerOptions, createCircuitBreaker } from './circuit-breaker.ts';
export { type ConcurrencyLimit, type ConcurrencyLimitOptions, createConcurrencyLimit } from './concurrency-limit.ts';
export { isLimitError, LimitError } from './limit-error.ts';
export {
  createMemoryRateStore,
  type MemoryRateStore,
  type MemoryRateStoreOptions,
  type RateDecision,
  type RateStore,
} from './memory-rate-store.ts';
export { createRateLimit, type RateLimit, type RateLimitOptions } from './rate-limit.ts';
export { type WithTimeoutOptions, withTimeout } from './with-timeout.ts';
