import type { BackendFactory, IQueueBackend } from 'bullmq';

/** Where the queue is. */
export interface QueuePlace<Backend extends IQueueBackend, Connection> {
  readonly backend: BackendFactory<Backend, Connection>;
  readonly connection: Connection;
  readonly prefix?: string | undefined;
}

/** BullMQ gives a job up after so many deliveries; whether a task goes on is for its store alone. */
export const mostDeliveries = 1_000_000_000;
