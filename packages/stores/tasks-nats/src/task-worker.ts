import { createInbox, type Msg, nanos, type Subscription } from '@nats-io/nats-core';
import { noResponseError, redeliveryMs, rejectAfterTimeout, startTimer } from '@toolwire/internal';
import type { Delivery, DeliveryEnd, WorkerHandle } from '@toolwire/tasks';
import { holdLock } from './delivery-lock.ts';
import type { NatsSettings } from './nats-options.ts';
import { decodeTurn, settleMessage } from './turn-message.ts';
import type { TurnStream } from './turn-stream.ts';

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
 * A worker that requests as many messages as it has free slots, until it is stopped. The iterators of the library drop messages that
 * arrive while they stop; these turns would then wait for `lockMs`.
 */
export class NatsWorker implements WorkerHandle {
  readonly #run: (delivery: Delivery) => Promise<DeliveryEnd>;
  readonly #stream: TurnStream;
  readonly #settings: NatsSettings;
  readonly #inbox: string;
  readonly #subscription: Subscription;
  readonly #running = new Set<Promise<void>>();
  #pulls = 0;
  #current: Pull | undefined;
  #isStopped = false;

  constructor(run: (delivery: Delivery) => Promise<DeliveryEnd>, stream: TurnStream, settings: NatsSettings) {
    const { connection } = settings;
    this.#run = run;
    this.#stream = stream;
    this.#settings = settings;
    this.#inbox = createInbox(connection.options?.inboxPrefix);
    this.#subscription = connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => (error === null ? this.#receive(message) : this.#fail(error)),
    });
    this.#pull();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endPull();
    await this.#settle(this.#subscription.drain());
    await Promise.all(this.#running);
    // The caller may close the connection next.
    await this.#settle(this.#settings.connection.flush());
  }

  async #settle(operation: Promise<void>): Promise<void> {
    const { timeoutMs, report } = this.#settings;
    await rejectAfterTimeout(operation, timeoutMs, noResponseError('NATS', timeoutMs)).catch(report);
  }

  /** Requests messages for the free slots, unless a request is open. */
  #pull(): void {
    const free = this.#settings.maxRunning - this.#running.size;
    if (this.#isStopped || this.#current !== undefined || free <= 0) return;
    this.#pulls += 1;
    const pull: Pull = { reply: `${this.#inbox}.${this.#pulls}`, left: free, stopTimer: () => undefined };
    this.#current = pull;
    this.#stream
      .create()
      .then(() => this.#send(pull))
      .catch((error: unknown) => this.#fail(error));
  }

  #send(pull: Pull): void {
    if (this.#current !== pull) return;
    pull.stopTimer = startTimer(pullMs + pullGraceMs, () => {
      this.#endPull();
      this.#pullAgain();
    });
    const { connection } = this.#settings;
    const request = JSON.stringify({ batch: pull.left, expires: nanos(pullMs) });
    connection.publish(this.#stream.pullSubject, request, { reply: pull.reply });
  }

  #endPull(): void {
    this.#current?.stopTimer();
    this.#current = undefined;
  }

  /** Also looks for the stream again, because NATS may have lost it. */
  #pullAgain(): void {
    this.#stream.forget();
    this.#pull();
  }

  #fail(error: unknown): void {
    this.#settings.report(error);
    this.#endPull();
    startTimer(redeliveryMs, () => this.#pullAgain());
  }

  #receive(message: Msg): void {
    if (message.subject.startsWith(this.#inbox)) this.#receiveEnd(message);
    else if (this.#isStopped || this.#running.size >= this.#settings.maxRunning) message.respond('-NAK');
    else this.#start(message);
  }

  /** Receives the end of a request without further messages. */
  #receiveEnd({ subject, headers }: Msg): void {
    // A response to an earlier request does not end the current one.
    if (subject !== this.#current?.reply) return;
    if (!endedCodes.includes(headers?.code)) {
      this.#fail(new Error(`NATS refused a request for turns: ${headers?.description ?? 'no reason'}.`));
      return;
    }
    this.#endPull();
    this.#pull();
    // A free slot got no turn. After a kill, NATS 2.9 may deliver nothing for a while although turns wait (TASK-37).
    this.#stream.replaceStalled().catch(this.#settings.report);
  }

  #start(message: Msg): void {
    const delivered = this.#deliver(message)
      .catch(this.#settings.report)
      .finally(() => {
        this.#running.delete(delivered);
        this.#pull();
      });
    this.#running.add(delivered);
    if (this.#current === undefined) return;
    this.#current.left -= 1;
    if (this.#current.left > 0) return;
    this.#endPull();
    this.#pull();
  }

  /** Runs a turn, and settles its message, or leaves it to another worker. */
  async #deliver(message: Msg): Promise<void> {
    const turn = decodeTurn(message);
    if (turn === undefined) {
      const { queue } = this.#settings;
      // No worker could ever run it, and NATS would deliver it forever.
      message.respond('+TERM');
      throw new Error(
        `The stream '${queue}' has a message that is not a turn of a task, so it was removed. Let only toolwire publish to '${queue}.>'.`,
      );
    }
    const lock = holdLock(message, this.#settings);
    // NATS doesn't report whether another worker has the turn. Only the store knows, so an outage of NATS stops no call (TASK-37).
    const { signal } = new AbortController();
    // The runner has reported the error. The engine only delivers again.
    const end = await this.#run({ ...turn, signal }).catch(() => ({ againInMs: redeliveryMs }));
    if (lock.release()) settleMessage(message, end);
  }
}
