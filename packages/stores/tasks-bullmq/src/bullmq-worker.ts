import { answerInTime, unanswered } from '@toolwire/internal';
import type { Delivery, DeliveryEnd, WorkerHandle } from '@toolwire/tasks';
import { type IQueueBackend, type Job, withBackend } from 'bullmq';
import type { QueueTerms } from './queue-options.ts';
import { mostDeliveries, type QueuePlace } from './queue-place.ts';

/** What a job says: which turn it is, and of which tool; nothing else of the call. */
export interface TurnData {
  readonly taskId: string;
  readonly turn: number;
  readonly tool?: string;
}

/** Has BullMQ deliver a turn again; its message is kept on Redis, so it says nothing of what has happened. */
class DeliverAgain extends Error {
  override readonly name: string = 'DeliverAgain';
  readonly inMs: number;

  constructor(inMs: number) {
    super('The turn is to be delivered again.');
    this.inMs = inMs;
  }
}

/** Takes deliveries until it is stopped. */
export function startWorker<Backend extends IQueueBackend, Connection>(
  run: (delivery: Delivery) => Promise<DeliveryEnd>,
  place: QueuePlace<Backend, Connection>,
  terms: QueueTerms,
): WorkerHandle {
  const { lockMs, retryMs, report } = terms;
  const running = new Map<string, AbortController>();
  const deliver = async (job: Job<TurnData>): Promise<void> => {
    const id = job.id ?? '';
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const { taskId, turn, tool } = job.data;
      const end = await run({ taskId, turn, tool, signal: controller.signal }).catch(() => {
        // Whoever runs has reported it; for an engine it is a reason to deliver again.
        throw new DeliverAgain(retryMs);
      });
      if (end !== 'settled') throw new DeliverAgain(Math.max(1, end.againInMs));
    } finally {
      if (running.get(id) === controller) running.delete(id);
    }
  };
  const { Worker } = withBackend(place.backend);
  const worker = new Worker<TurnData, void>(terms.name, deliver, {
    connection: place.connection,
    ...(place.prefix !== undefined && { prefix: place.prefix }),
    concurrency: terms.maxRunning,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 2),
    maxStalledCount: mostDeliveries,
    settings: { backoffStrategy: (_made, _type, error) => (error instanceof DeliverAgain ? error.inMs : retryMs) },
  });
  worker.on('error', report);
  // FAULT-03: BullMQ gives it to another worker, and aborts nothing by itself.
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) running.get(id)?.abort(new DOMException('Another worker may have the turn.', 'AbortError'));
  });
  return { stop: () => stop(worker, running, terms) };
}

/** Waits for what runs for as long as it takes, and for Redis no longer than was said. */
async function stop(
  worker: { close(): Promise<void> },
  running: ReadonlyMap<string, AbortController>,
  { patienceMs, report }: QueueTerms,
): Promise<void> {
  const closed = worker.close();
  for (;;) {
    try {
      return await answerInTime(closed, patienceMs, unanswered('BullMQ', patienceMs));
    } catch (error) {
      if (running.size > 0) continue;
      // What it had is delivered again once its locks have run out.
      report(error);
      return;
    }
  }
}
