import { createInbox, type Msg, nanos } from '@nats-io/nats-core';
import { noResponseError, redeliveryMs, rejectAfterTimeout, startTimer } from '@toolwire/internal';
import type { Delivery, DeliveryEnd, WorkerHandle } from '@toolwire/tasks';
import { holdLock } from './delivery-lock.ts';
import type { NatsSettings } from './nats-options.ts';
import type { TurnStream } from './turn-stream.ts';

/** A message: the turn and its tool, and nothing else of the call. */
export interface TurnData {
  readonly taskId: string;
  readonly turn: number;
  readonly tool?: string;
}

/** How long NATS keeps a request for messages. A restarted NATS has forgotten it, so the worker waits only a little longer. */
const pullMs = 2_000;
const pullGraceMs = 1_000;

/** A request for messages. */
interface Pull {
  readonly reply: string;
  /** How many messages may still arrive. */
  left: number;
  stopTimer: () => void;
}

/** How NATS ends a request without a message: no turn waits, or its time is up. */
const endedCodes: readonly (number | undefined)[] = [404, 408];

/**
 * Starts a worker that requests as many messages as it has free slots, until it is stopped. The iterators of the library drop messages that
 * arrive while they stop; these turns would then wait for `lockMs`.
 */
export function startWorker(
  run: (delivery: Delivery) => Promise<DeliveryEnd>,
  stream: TurnStream,
  settings: NatsSettings,
): WorkerHandle {
  const { connection, maxRunning, timeoutMs, report } = settings;
  const inbox = createInbox(connection.options?.inboxPrefix);
  const running = new Set<Promise<void>>();
  let pulls = 0;
  let current: Pull | undefined;
  let isStopped = false;

  const pull = (): void => {
    const free = maxRunning - running.size;
    if (isStopped || current !== undefined || free <= 0) return;
    pulls += 1;
    const reply = `${inbox}.${pulls}`;
    const next: Pull = { reply, left: free, stopTimer: () => undefined };
    current = next;
    const request = (): void => {
      if (current !== next) return;
      next.stopTimer = startTimer(pullMs + pullGraceMs, () => endPull(pullAgain));
      connection.publish(stream.pullSubject, JSON.stringify({ batch: free, expires: nanos(pullMs) }), { reply });
    };
    stream.create().then(request).catch(fail);
  };
  const endPull = (next: () => void): void => {
    current?.stopTimer();
    current = undefined;
    next();
  };
  const pullAgain = (): void => {
    stream.forget();
    pull();
  };
  const fail = (error: unknown): void => {
    report(error);
    endPull(() => void startTimer(redeliveryMs, pullAgain));
  };
  const receive = (message: Msg): void => {
    if (message.subject.startsWith(inbox)) {
      // A response to an earlier request does not end the current one.
      if (message.subject !== current?.reply) return;
      if (endedCodes.includes(message.headers?.code)) {
        endPull(pull);
        // A free slot got no turn. After a kill, NATS 2.9 may deliver nothing for a while although turns wait (TASK-37).
        stream.replaceStalled().catch(report);
      } else fail(new Error(`NATS refused a request for turns: ${message.headers?.description ?? 'no reason'}.`));
      return;
    }
    if (isStopped || running.size >= maxRunning) return void message.respond('-NAK');
    const delivered = deliver(message, run, settings)
      .catch(report)
      .finally(() => {
        running.delete(delivered);
        pull();
      });
    running.add(delivered);
    if (current === undefined) return;
    current.left -= 1;
    if (current.left === 0) endPull(pull);
  };
  const subscription = connection.subscribe(`${inbox}.*`, {
    callback: (error, message) => (error === null ? receive(message) : fail(error)),
  });
  pull();

  const settle = (operation: Promise<void>): Promise<void> =>
    rejectAfterTimeout(operation, timeoutMs, noResponseError('NATS', timeoutMs)).catch(report);
  return {
    async stop() {
      isStopped = true;
      endPull(() => undefined);
      await settle(subscription.drain());
      await Promise.all(running);
      // The caller may close the connection next.
      await settle(connection.flush());
    },
  };
}

/** Runs a turn, and settles its message, or leaves it to another worker. */
async function deliver(
  message: Msg,
  run: (delivery: Delivery) => Promise<DeliveryEnd>,
  settings: NatsSettings,
): Promise<void> {
  const data = readTurn(message);
  if (data === undefined) {
    // No worker could ever run it, and NATS would deliver it forever.
    message.respond('+TERM');
    throw new Error(
      `The stream '${settings.queue}' has a message that is not a turn of a task, so it was removed. Let only toolwire publish to '${settings.queue}.>'.`,
    );
  }
  const { taskId, turn, tool } = data;
  const lock = holdLock(message, settings);
  // NATS doesn't report whether another worker has the turn. Only the store knows, so an outage of NATS stops no call (TASK-37).
  const { signal } = new AbortController();
  // The runner has reported the error. The engine only delivers again.
  const end = await run({ taskId, turn, tool, signal }).catch(() => ({ againInMs: redeliveryMs }));
  if (!lock.release()) return;
  if (end === 'settled') message.respond('+ACK');
  else again(message, end.againInMs);
}

/** Reads a message; `undefined` if the engine did not write it. */
function readTurn(message: Msg): TurnData | undefined {
  try {
    const data = message.json<Partial<TurnData> | null>();
    const { taskId, turn } = data ?? {};
    return typeof taskId === 'string' && typeof turn === 'number' ? { ...data, taskId, turn } : undefined;
  } catch {
    // It is not JSON.
    return undefined;
  }
}

function again(message: Msg, ms: number): void {
  message.respond(`-NAK ${JSON.stringify({ delay: nanos(Math.max(1, ms)) })}`);
}
