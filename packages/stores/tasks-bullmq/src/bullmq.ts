import { checkCount, checkNames, checkNumber, type NamesOf, wholeTimer } from '@toolwire/internal';
import type { TaskEngine, TaskTurn } from '@toolwire/tasks';
import { type ConnectionOptions, Queue } from 'bullmq';
import { startWorker, type TurnData } from './bullmq-worker.ts';
import { inTime } from './in-time.ts';

/** How turns are delivered by BullMQ. */
export interface BullmqOptions {
  /** As BullMQ takes it: a client of `ioredis` with `maxRetriesPerRequest: null`, or of `redis`, or what it makes one of. */
  readonly connection: ConnectionOptions;
  /** The name of the queue; `toolwire-tasks` if left out. Servers and workers that share tasks share it. */
  readonly queue?: string | undefined;
  /** In front of every key; `{toolwire}` if left out. */
  readonly prefix?: string | undefined;
  /** How many deliveries each worker takes at once; 10 if left out. */
  readonly maxRunning?: number | undefined;
  /** How long a worker that says nothing is waited for before what it has is delivered again; a minute if left out. */
  readonly lockMs?: number | undefined;
  /** After how many milliseconds a run that has rejected is delivered again; a second if left out. */
  readonly retryMs?: number | undefined;
  /** How long Redis is waited for; 5 seconds if left out. */
  readonly patienceMs?: number | undefined;
  /** Takes a Redis that drops keys to make room. */
  readonly allowEviction?: boolean | undefined;
  /** Hears of failures that nobody waits for. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** An engine on BullMQ. */
export interface BullmqTaskEngine extends TaskEngine {
  /** Lets go of the queue; stop the workers before. A client that you gave stays yours to close. */
  close(): Promise<void>;
}

const optionNames: NamesOf<BullmqOptions> = {
  connection: true,
  queue: true,
  prefix: true,
  maxRunning: true,
  lockMs: true,
  retryMs: true,
  patienceMs: true,
  allowEviction: true,
  report: true,
};

/** What the log of events of a queue is cut to; nobody here reads it. */
const eventsKept = 100;

/** BullMQ gives a job up after so many deliveries; whether a task goes on is for its store alone. */
const mostDeliveries = 1_000_000_000;

/** Makes an engine that delivers by BullMQ, to the workers of several machines. */
export function bullmq(options: BullmqOptions): BullmqTaskEngine {
  checkNames('bullmq()', options, optionNames);
  const { connection, queue: name = 'toolwire-tasks', prefix = '{toolwire}', maxRunning = 10 } = options;
  const { lockMs = 60_000, retryMs = 1_000, patienceMs = 5_000, report = () => undefined } = options;
  for (const [option, ms] of Object.entries({ lockMs, retryMs, patienceMs })) checkNumber(option, ms, wholeTimer);
  checkCount('maxRunning', maxRunning, 1);
  const queue = new Queue<TurnData>(name, { connection, prefix, streams: { events: { maxLen: eventsKept } } });
  queue.on('error', report);
  const job = {
    attempts: mostDeliveries,
    // By the worker that had it.
    backoff: { type: 'again' },
    removeOnComplete: true,
    removeOnFail: true,
    stackTraceLimit: 0,
  };
  return {
    ready: async () => checkPolicy(await inTime(infoOf(queue), patienceMs), options.allowEviction === true),
    async enqueue({ taskId, turn }, { notBeforeMs = 0 } = {}) {
      const added = queue.add(
        'turn',
        { taskId, turn },
        { ...job, jobId: jobIdOf({ taskId, turn }), delay: notBeforeMs },
      );
      await inTime(added, patienceMs);
    },
    work: (run) =>
      startWorker(run, { name, connection, prefix, maxRunning, lockMs, retryMs, patienceMs, report, mostDeliveries }),
    close: () => queue.close(),
  };
}

/** While a job of this id waits or runs, BullMQ takes no other. */
function jobIdOf({ taskId, turn }: TaskTurn): string {
  return `${taskId}.${turn}`;
}

async function infoOf(queue: Queue<TurnData>): Promise<string> {
  const client = await queue.backend.client;
  return client.info();
}

/** Where Redis drops some keys of a queue, a job may be known to it that it never delivers. */
function checkPolicy(info: string, allowsEviction: boolean): void {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction';
  if (policy === 'noeviction' || allowsEviction) return;
  throw new Error(
    `Redis has the maxmemory-policy '${policy}' and may drop parts of the queue at any time, so that tasks are never run. Set maxmemory-policy to noeviction, or allowEviction for tests.`,
  );
}
