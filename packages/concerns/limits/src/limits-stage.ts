export { type BreakerOptions, breaker } from './stages/breaker.ts';
export { type CheckTimeoutOptions, checkTimeout } from './stages/check-timeout.ts';
export { type ConcurrencyOptions, concurrency } from './stages/concurrency.ts';
export { createInterruption, type Interruption } from './stages/interruption.ts';
export { byPrincipal, type RateByOptions, type RateOptions, rate } from './stages/rate.ts';
export { type RunningLimitOptions, runningLimit } from './stages/running-limit.ts';
export { type TimeoutOptions, timeout } from './stages/timeout.ts';
