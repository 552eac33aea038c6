export { type WithTimeoutOptions, withTimeout } from './with-timeout.ts';
