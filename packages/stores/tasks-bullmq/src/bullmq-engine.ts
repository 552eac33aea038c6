import { answerInTime, unanswered } from '@toolwire/internal';
import type { TaskEngine, TaskTurn } from '@toolwire/tasks';
import { type IQueueBackend, type Queue, withBackend } from 'bullmq';
import { startWorker, type TurnData } from './bullmq-worker.ts';
import type { QueueTerms } from './queue-options.ts';
import { mostDeliveries, type QueuePlace } from './queue-place.ts';

/** An engine on BullMQ. */
export interface BullmqTaskEngine extends TaskEngine {
  /** Lets go of the queue; stop the workers before. A client or pool that you gave stays yours to close. */
  close(): Promise<void>;
}

/** The queue of turns, on some database. */
export type TurnQueue<Backend extends IQueueBackend, Connection> = Queue<
  TurnData,
  unknown,
  string,
  TurnData,
  unknown,
  string,
  Backend,
  Connection
>;

/** What the log of events of a queue is cut to; nobody here reads it. */
const eventsKept = 100;

/** Makes an engine that delivers by BullMQ; `check` rejects where its queue could lose what it has. */
export function createEngine<Backend extends IQueueBackend, Connection>(
  place: QueuePlace<Backend, Connection>,
  terms: QueueTerms,
  check: (queue: TurnQueue<Backend, Connection>) => Promise<void>,
): { readonly engine: BullmqTaskEngine; readonly queue: TurnQueue<Backend, Connection> } {
  const { name, patienceMs, report } = terms;
  const silence = unanswered('BullMQ', patienceMs);
  const { Queue: QueueHere } = withBackend(place.backend);
  const queue = new QueueHere<TurnData, unknown>(name, {
    connection: place.connection,
    ...(place.prefix !== undefined && { prefix: place.prefix }),
    streams: { events: { maxLen: eventsKept } },
  });
  queue.on('error', report);
  const job = {
    attempts: mostDeliveries,
    // By the worker that had it.
    backoff: { type: 'again' },
    removeOnComplete: true,
    removeOnFail: true,
    stackTraceLimit: 0,
  };
  const engine: BullmqTaskEngine = {
    ready: () => answerInTime(check(queue), patienceMs, silence),
    async enqueue({ taskId, turn, tool }, { notBeforeMs = 0 } = {}) {
      const data = tool === undefined ? { taskId, turn } : { taskId, turn, tool };
      const named = { ...job, jobId: jobIdOf({ taskId, turn }) };
      const added = queue.add('turn', data, notBeforeMs > 0 ? { ...named, delay: notBeforeMs } : named);
      await answerInTime(added, patienceMs, silence);
    },
    work: (run) => startWorker(run, place, terms),
    close: () => queue.close(),
  };
  return { engine, queue };
}

/** While a job of this id waits or runs, BullMQ takes no other. */
function jobIdOf({ taskId, turn }: TaskTurn): string {
  return `${taskId}.${turn}`;
}
