import {
  type BackgroundReport,
  type EngineSettings,
  noResponseError,
  rejectAfterTimeout,
  utf8Key,
} from '@toolwire/internal';
import type { TaskEngine, TaskTurn } from '@toolwire/tasks';
import { type IQueueBackend, type Queue, withBackend } from 'bullmq';
import { maxDeliveries, type QueueDatabase, startWorker, type TurnData } from './task-worker.ts';

/** An engine on BullMQ. */
export interface BullmqTaskEngine extends TaskEngine {
  /** Closes the queue. Stop the workers first. It doesn't close a client or pool that you passed. */
  close(): Promise<void>;
}

/** A queue of turns. */
type TurnQueue<Backend extends IQueueBackend, Connection> = Queue<
  TurnData,
  unknown,
  string,
  TurnData,
  unknown,
  string,
  Backend,
  Connection
>;

/** The length of the event stream of a queue, which is not read. */
const maxEvents = 100;

/** Creates an engine on BullMQ. `check` rejects if its queue could lose turns. */
export function createEngine<Backend extends IQueueBackend, Connection>(
  database: QueueDatabase<Backend, Connection>,
  settings: EngineSettings & BackgroundReport,
  check: (queue: TurnQueue<Backend, Connection>) => Promise<void>,
): { readonly engine: BullmqTaskEngine; readonly queue: TurnQueue<Backend, Connection> } {
  const { queue: name, timeoutMs, report } = settings;
  const noResponse = noResponseError('BullMQ', timeoutMs);
  const { Queue: QueueHere } = withBackend(database.createBackend);
  const queue = new QueueHere<TurnData, unknown>(name, {
    connection: database.connection,
    ...(database.prefix !== undefined && { prefix: database.prefix }),
    streams: { events: { maxLen: maxEvents } },
  });
  queue.on('error', report);
  const job = {
    attempts: maxDeliveries,
    // The worker computes the delay.
    backoff: { type: 'again' },
    removeOnComplete: true,
    removeOnFail: true,
    stackTraceLimit: 0,
  };
  const engine: BullmqTaskEngine = {
    ready: () => rejectAfterTimeout(check(queue), timeoutMs, noResponse),
    async enqueue({ taskId, turn, tool }) {
      const data = tool === undefined ? { taskId, turn } : { taskId, turn, tool };
      const added = queue.add('turn', data, { ...job, jobId: jobIdOf({ taskId, turn }) });
      await rejectAfterTimeout(added, timeoutMs, noResponse);
    },
    reportTo: settings.reportTo,
    work: (run) => startWorker(run, database, settings),
    close: () => queue.close(),
  };
  return { engine, queue };
}

/** While a job with this ID waits or runs, BullMQ adds no second one. Its IDs must not contain colons. */
function jobIdOf({ taskId, turn }: TaskTurn): string {
  return `${encodeURIComponent(utf8Key(taskId))}.${turn}`;
}
