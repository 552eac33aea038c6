import { JetStreamApiError, jetstream } from '@nats-io/jetstream';
import { noResponseError, rejectAfterTimeout } from '@toolwire/internal';
import type { TaskEngine } from '@toolwire/tasks';
import { checkReconnects, checkStream, explainError } from './check-nats.ts';
import { type NatsOptions, readNatsOptions } from './nats-options.ts';
import { NatsWorker } from './task-worker.ts';
import { encodeTurn } from './turn-message.ts';
import { extraMs, TurnStream } from './turn-stream.ts';

/** Creates an engine on NATS JetStream for workers on several machines. Combine it with any task store that they share. */
export function nats(options: NatsOptions): TaskEngine {
  const settings = readNatsOptions(options);
  const { connection, timeoutMs } = settings;
  const noResponse = noResponseError('NATS', timeoutMs);
  const stream = new TurnStream(settings);
  const client = jetstream(connection, { timeout: timeoutMs + extraMs });
  return {
    async ready() {
      checkReconnects(settings);
      stream.forget();
      const created = stream.create().catch((error: unknown) => {
        throw explainError(error);
      });
      checkStream(await rejectAfterTimeout(created, timeoutMs, noResponse), settings);
    },
    async enqueue(turn) {
      const message = encodeTurn(turn);
      const subject = stream.subjectOf(turn.taskId, turn.turn);
      const publish = async (): Promise<void> => {
        await stream.create();
        try {
          await client.publish(subject, message);
        } catch (error) {
          if (!isQueuedAlready(error)) throw error;
          if (!(await stream.removeStuck(subject))) return;
          await client.publish(subject, message).catch(ignoreQueued);
        }
      };
      try {
        await rejectAfterTimeout(publish(), timeoutMs, noResponse);
      } catch (error) {
        // The stream may be gone. The next operation creates it, and a sweep enqueues this turn again.
        stream.forget();
        throw error;
      }
    },
    reportTo: settings.reportTo,
    work: (run) => new NatsWorker(run, stream, settings),
  };
}

/** Another process may have enqueued the turn meanwhile. */
function ignoreQueued(error: unknown): void {
  if (!isQueuedAlready(error)) throw error;
}

/** The stream stores one message of each subject, until it is acknowledged. */
function isQueuedAlready(error: unknown): boolean {
  // A full disk has the same code.
  return error instanceof JetStreamApiError && error.message.includes('maximum messages per subject exceeded');
}
