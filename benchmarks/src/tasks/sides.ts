import { createTaskCalls } from '@toolwire/tasks';
import { createPostgresBackend, Queue, Worker, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import { silentLogger, toolwire } from 'toolwire';
import { add as sum } from '../calculator.ts';
import { maxRunning, openPlace, type PlaceKind } from './places.ts';

/** The measured side: toolwire, or plain BullMQ. */
export type SideName = 'toolwire' | 'bullmq';

/** What a process does. */
export interface Side {
  /** Starts the task of this number, and resolves after it is stored. */
  readonly begin: (n: number) => Promise<unknown>;
  /** Runs tasks from then on, and reports each that has ended. */
  readonly work: (ended: () => void) => Promise<unknown>;
}

const add = { ...sum, annotations: { idempotent: true }, taskSupport: 'optional' } as const;

/** Makes a side on a place. */
export function openSide(side: SideName, kind: PlaceKind, url: string): Side {
  return side === 'toolwire' ? openOurs(kind, url) : openBare(kind, url);
}

function openOurs(kind: PlaceKind, url: string): Side {
  const { store, engine } = openPlace(kind, url);
  const calls = createTaskCalls({ store, engine });
  return {
    begin: (n) =>
      calls.start({
        owner: 'ada',
        call: { toolId: add.id, toolVersion: add.version, input: { a: n, b: 1 }, callId: `call-${n}`, retrySafe: true },
      }),
    work: (ended) =>
      toolwire({
        tools: [add],
        tasks: {
          store,
          engine,
          observer: {
            observe: ({ kind: what }) => {
              if (what === 'ended') ended();
            },
          },
        },
        logger: silentLogger,
      }).work({ closeOnSignals: false }),
  };
}

// As in its documentation: failed jobs are retried, and results are stored for a day.
const jobOptions = { attempts: 5, removeOnComplete: { age: 86_400 }, removeOnFail: { age: 86_400 } };
const queueName = 'bare';

function openBare(kind: PlaceKind, url: string): Side {
  const run = async ({ data }: { readonly data: { readonly a: number; readonly b: number } }): Promise<number> =>
    data.a + data.b;
  if (kind === 'redis') {
    const connection = new Redis(url, { maxRetriesPerRequest: null });
    const queue = new Queue(queueName, { connection });
    return {
      begin: (n) => queue.add('add', { a: n, b: 1 }, jobOptions),
      work: (ended) =>
        new Worker(queueName, run, { connection, concurrency: maxRunning }).on('completed', ended).waitUntilReady(),
    };
  }
  const connection = { connectionString: url, schema: 'bullmq' };
  const { Queue: QueueHere, Worker: WorkerHere } = withBackend(createPostgresBackend);
  const queue = new QueueHere(queueName, { connection });
  return {
    begin: (n) => queue.add('add', { a: n, b: 1 }, jobOptions),
    work: (ended) =>
      new WorkerHere(queueName, run, { connection, concurrency: maxRunning }).on('completed', ended).waitUntilReady(),
  };
}
