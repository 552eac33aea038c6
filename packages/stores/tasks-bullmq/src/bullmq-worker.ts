import type { Delivery, DeliveryEnd, WorkerHandle } from '@toolwire/tasks';
import { type ConnectionOptions, type Job, Worker } from 'bullmq';
import { inTime } from './in-time.ts';

/** What a job says: which turn it is, and nothing of the call. */
export interface TurnData {
  readonly taskId: string;
  readonly turn: number;
}

/** What a worker goes by. */
export interface WorkerTerms {
  readonly name: string;
  readonly connection: ConnectionOptions;
  readonly prefix: string;
  readonly maxRunning: number;
  readonly lockMs: number;
  readonly retryMs: number;
  readonly patienceMs: number;
  readonly report: (error: unknown) => void;
  readonly mostDeliveries: number;
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
export function startWorker(run: (delivery: Delivery) => Promise<DeliveryEnd>, terms: WorkerTerms): WorkerHandle {
  const { lockMs, retryMs, report } = terms;
  const running = new Map<string, AbortController>();
  const deliver = async (job: Job<TurnData>): Promise<void> => {
    const id = job.id ?? '';
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const { taskId, turn } = job.data;
      const end = await run({ taskId, turn, signal: controller.signal }).catch(() => {
        // Whoever runs has reported it; for an engine it is a reason to deliver again.
        throw new DeliverAgain(retryMs);
      });
      if (end !== 'settled') throw new DeliverAgain(Math.max(1, end.againInMs));
    } finally {
      if (running.get(id) === controller) running.delete(id);
    }
  };
  const worker = new Worker<TurnData>(terms.name, deliver, {
    connection: terms.connection,
    prefix: terms.prefix,
    concurrency: terms.maxRunning,
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 2),
    maxStalledCount: terms.mostDeliveries,
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
  worker: Worker<TurnData>,
  running: ReadonlyMap<string, AbortController>,
  { patienceMs, report }: WorkerTerms,
): Promise<void> {
  const closed = worker.close();
  for (;;) {
    try {
      return await inTime(closed, patienceMs);
    } catch (error) {
      if (running.size > 0) continue;
      // What it had is delivered again once its locks have run out.
      report(error);
      return;
    }
  }
}
