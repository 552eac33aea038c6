import {
  AckPolicy,
  type ConsumerInfo,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import type { NatsSettings } from './nats-options.ts';

/** How much longer the library waits than the engine, whose error has instructions. */
export const extraMs = 1_000;

const consumerName = 'workers';

/** The code of a deletion of a missing message, which the library doesn't name. */
const messageNotFound = 10_057;

/** A stream with one message for each queued turn, and its consumer. */
export class TurnStream {
  /** The subject to request messages from the consumer. */
  readonly pullSubject: string;
  readonly #settings: NatsSettings;
  #created: Promise<StreamInfo> | undefined;
  #serverInfo: NatsSettings['connection']['info'];
  /** A killed NATS may keep a message up to this one that its consumer counts as settled, and then never delivers it (TASK-37). */
  #suspectUntil = 0;
  /** The last delivered message when new turns waited. */
  #stalledAt: number | undefined;

  constructor(settings: NatsSettings) {
    this.pullSubject = `$JS.API.CONSUMER.MSG.NEXT.${settings.queue}.${consumerName}`;
    this.#settings = settings;
    this.#serverInfo = settings.connection.info;
  }

  /** The subject of a turn. */
  subjectOf(taskId: string, turn: number): string {
    return `${this.#settings.queue}.${tokenOf(taskId)}.${turn}`;
  }

  /** Creates the stream and its consumer unless they exist. Concurrent calls share the result, until `forget`. */
  async create(): Promise<StreamInfo> {
    const { info } = this.#settings.connection;
    // The connection is a new one. NATS may have restarted.
    if (info !== this.#serverInfo) this.forget();
    this.#serverInfo = info;
    this.#created ??= this.#createMissing();
    try {
      return await this.#created;
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Lets `create` look for the stream again. */
  forget(): void {
    this.#created = undefined;
  }

  /** Removes the message of a turn if NATS may never deliver it. Returns false if it stays. */
  async removeStuck(subject: string): Promise<boolean> {
    const { queue } = this.#settings;
    const { streams } = await this.#manager({ checkAPI: false });
    const stored = await streams.getMessage(queue, { last_by_subj: subject });
    if (stored === null) return true;
    if (stored.seq > this.#suspectUntil) return false;
    await findOrElse(
      () => streams.deleteMessage(queue, stored.seq),
      // A worker has settled it meanwhile.
      messageNotFound,
      async () => true,
    );
    return true;
  }

  /** Replaces the consumer if new turns waited at this and the previous call, and none was delivered in between. */
  async replaceStalled(): Promise<void> {
    const { queue } = this.#settings;
    const { consumers } = await this.#manager({ checkAPI: false });
    const { num_pending, delivered } = await consumers.info(queue, consumerName);
    const waitingAt = num_pending > 0 ? delivered.stream_seq : undefined;
    const isStalled = waitingAt !== undefined && waitingAt === this.#stalledAt;
    this.#stalledAt = isStalled ? undefined : waitingAt;
    if (!isStalled) return;
    await consumers.delete(queue, consumerName);
    this.forget();
  }

  #manager(options?: { readonly checkAPI: boolean }): Promise<JetStreamManager> {
    const { connection, timeoutMs } = this.#settings;
    return jetstreamManager(connection, { timeout: timeoutMs + extraMs, ...options });
  }

  async #createMissing(): Promise<StreamInfo> {
    const { queue } = this.#settings;
    const manager = await this.#manager();
    const config = {
      ...streamConfig,
      name: queue,
      subjects: [`${queue}.>`],
      num_replicas: minReplicas(this.#settings),
    };
    const info = await findOrElse(
      () => manager.streams.info(queue),
      JetStreamApiCodes.StreamNotFound,
      () => manager.streams.add(config),
    );
    const { delivered } = await createConsumer(manager, this.#settings);
    this.#suspectUntil = delivered.stream_seq;
    return info;
  }
}

/** The settings that let NATS store each turn once, until a worker has settled it. */
export const streamConfig = {
  retention: RetentionPolicy.Workqueue,
  storage: StorageType.File,
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
  max_msgs_per_subject: 1,
  max_age: 0,
} as const satisfies Partial<StreamConfig>;

/** How many servers of a cluster must store each turn, at least. With one, tasks wait while that server is down. */
export function minReplicas({ connection, replicas }: NatsSettings): number {
  return replicas ?? (connection.info?.cluster === undefined ? 1 : 3);
}

async function createConsumer({ consumers }: JetStreamManager, { queue, lockMs }: NatsSettings): Promise<ConsumerInfo> {
  const ack_wait = nanos(lockMs);
  // Only the store decides whether a task continues, so nothing limits its deliveries or its delayed turns.
  const config = { ack_policy: AckPolicy.Explicit, ack_wait, max_deliver: -1, max_ack_pending: -1 };
  const info = await findOrElse(
    () => consumers.info(queue, consumerName),
    JetStreamApiCodes.ConsumerNotFound,
    () => consumers.add(queue, { ...config, durable_name: consumerName }),
  );
  return info.config.ack_wait === ack_wait ? info : consumers.update(queue, consumerName, { ack_wait });
}

/** Returns `otherwise()` if NATS reports with this code that it found nothing. */
async function findOrElse<Result>(
  find: () => Promise<Result>,
  notFound: number,
  otherwise: () => Promise<Result>,
): Promise<Result> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== notFound) throw error;
    return otherwise();
  }
}

/** One token of a subject, which has no dots, wildcards or spaces. */
function tokenOf(taskId: string): string {
  return encodeURIComponent(taskId).replaceAll('.', '%2E').replaceAll('*', '%2A');
}
