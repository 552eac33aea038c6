import type { BackendFactory, IQueueBackend } from 'bullmq';

/** Options of an engine on any database. */
export interface QueueOptions {
  /** The name of the queue. Default: `toolwire-tasks`. Servers and workers that share tasks need the same value. */
  readonly queue?: string | undefined;
  /** The most concurrent deliveries of each worker. Default: 10. */
  readonly maxRunning?: number | undefined;
  /** How long a silent worker has its deliveries before they go to another one, in milliseconds. Default: one minute. */
  readonly lockMs?: number | undefined;
  /** The delay before a rejected run is delivered again, in milliseconds. Default: one second. */
  readonly retryMs?: number | undefined;
  /** How long to wait for the database, in milliseconds. Default: 5 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Receives errors of background work. Default: the server's `logger`. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** The database of a queue. */
export interface QueueBackend<Backend extends IQueueBackend, Connection> {
  readonly backend: BackendFactory<Backend, Connection>;
  readonly connection: Connection;
  readonly prefix?: string | undefined;
}

/** BullMQ drops a job after this many deliveries. Only the store decides whether a task continues, so the limit is never reached. */
export const maxDeliveries = 1_000_000_000;
