export { nats } from './nats.ts';
export type { NatsOptions } from './nats-options.ts';
