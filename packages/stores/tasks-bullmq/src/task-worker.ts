import { type EngineSettings, noResponseError, redeliveryMs, rejectAfterTimeout } from '@toolwire/internal';
import type { Delivery, DeliveryEnd, WorkerHandle } from '@toolwire/tasks';
import { type BackendFactory, type IQueueBackend, type Job, withBackend } from 'bullmq';

/** The database of a queue. */
export interface QueueDatabase<Backend extends IQueueBackend, Connection> {
  readonly createBackend: BackendFactory<Backend, Connection>;
  readonly connection: Connection;
  readonly prefix?: string | undefined;
}

/** BullMQ drops a job after this many deliveries. Only the store decides whether a task continues, so the limit is never reached. */
export const maxDeliveries = 1_000_000_000;

/** The data of a job: the turn and its tool, and nothing else of the call. */
export interface TurnData {
  readonly taskId: string;
  readonly turn: number;
  readonly tool?: string;
}

/** Makes BullMQ deliver a turn again. BullMQ stores the message, so it contains no details. */
class DeliverAgain extends Error {
  override readonly name: string = 'DeliverAgain';
  readonly inMs: number;

  constructor(inMs: number) {
    super('Deliver the turn again.');
    this.inMs = inMs;
  }
}

/** Starts a worker that runs deliveries until it is stopped. */
export function startWorker<Backend extends IQueueBackend, Connection>(
  run: (delivery: Delivery) => Promise<DeliveryEnd>,
  database: QueueDatabase<Backend, Connection>,
  settings: EngineSettings,
): WorkerHandle {
  const { lockMs, report } = settings;
  const running = new Map<string, AbortController>();
  const deliver = async (job: Job<TurnData>): Promise<void> => {
    const id = job.id ?? '';
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const { taskId, turn, tool } = job.data;
      const end = await run({ taskId, turn, tool, signal: controller.signal }).catch(() => {
        // The runner has reported the error. The engine only delivers again.
        throw new DeliverAgain(redeliveryMs);
      });
      if (end !== 'settled') throw new DeliverAgain(Math.max(1, end.againInMs));
    } finally {
      if (running.get(id) === controller) running.delete(id);
    }
  };
  const { Worker } = withBackend(database.createBackend);
  const worker = new Worker<TurnData, void>(settings.queue, deliver, {
    connection: database.connection,
    ...(database.prefix !== undefined && { prefix: database.prefix }),
    concurrency: settings.maxRunning,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 2),
    maxStalledCount: maxDeliveries,
    settings: { backoffStrategy: (_made, _type, error) => (error instanceof DeliverAgain ? error.inMs : redeliveryMs) },
  });
  worker.on('error', report);
  // BullMQ gives the turn to another worker, without aborting this run (FAULT-03).
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) running.get(id)?.abort(new DOMException('Another worker may have the turn.', 'AbortError'));
  });
  return { stop: () => stop(worker, running, settings) };
}

/** Waits for running deliveries without a limit, and for the database until the timeout. Reports a failure, which ends the wait. */
async function stop(
  worker: { close(): Promise<void> },
  running: ReadonlyMap<string, AbortController>,
  { timeoutMs, report }: EngineSettings,
): Promise<void> {
  const closed = worker.close().catch(report);
  for (;;) {
    try {
      return await rejectAfterTimeout(closed, timeoutMs, noResponseError('BullMQ', timeoutMs));
    } catch (error) {
      if (running.size > 0) continue;
      // Its turns are delivered again when their locks expire.
      report(error);
      return;
    }
  }
}
