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

/** A stream with one message for each queued turn, and its consumer. */
export interface TurnStream {
  /** The subject to request messages from the consumer. */
  readonly pullSubject: string;
  /** The subject of a turn. */
  subjectOf(taskId: string, turn: number): string;
  /** Creates the stream and its consumer unless they exist. Concurrent calls share the result, until `forget`. */
  create(): Promise<StreamInfo>;
  /** Lets `create` look for the stream again. */
  forget(): void;
  /** Removes the message of a turn if NATS may never deliver it. Returns false if it stays. */
  removeStuck(subject: string): Promise<boolean>;
  /** Replaces the consumer if new turns waited at this and the previous call, and none was delivered in between. */
  replaceStalled(): Promise<void>;
}

/** How much longer the library waits than the engine, whose error has instructions. */
export const extraMs = 1_000;

const consumerName = 'workers';

/** The code of a deletion of a missing message, which the library doesn't name. */
const messageNotFound = 10_057;

export function openTurnStream(settings: NatsSettings): TurnStream {
  const { connection, queue, timeoutMs } = settings;
  let created: Promise<StreamInfo> | undefined;
  let { info: serverInfo } = connection;
  // A killed NATS may keep a message that its consumer counts as settled, and then never delivers it (TASK-37).
  let suspectUntil = 0;
  // The last delivered message when new turns waited.
  let stalledAt: number | undefined;
  const apiOptions = { timeout: timeoutMs + extraMs };
  const create = async (): Promise<StreamInfo> => {
    const manager = await jetstreamManager(connection, apiOptions);
    const info = await orElse(
      () => manager.streams.info(queue),
      JetStreamApiCodes.StreamNotFound,
      () =>
        manager.streams.add({
          ...streamConfig,
          name: queue,
          subjects: [`${queue}.>`],
          num_replicas: replicasOf(settings),
        }),
    );
    const { delivered } = await createConsumer(manager, settings);
    suspectUntil = delivered.stream_seq;
    return info;
  };
  return {
    pullSubject: `$JS.API.CONSUMER.MSG.NEXT.${queue}.${consumerName}`,
    subjectOf: (taskId, turn) => `${queue}.${tokenOf(taskId)}.${turn}`,
    async create() {
      // The connection is a new one. NATS may have restarted.
      if (connection.info !== serverInfo) created = undefined;
      serverInfo = connection.info;
      created ??= create();
      try {
        return await created;
      } catch (error) {
        created = undefined;
        throw error;
      }
    },
    forget() {
      created = undefined;
    },
    async removeStuck(subject) {
      const { streams } = await jetstreamManager(connection, { ...apiOptions, checkAPI: false });
      const stored = await streams.getMessage(queue, { last_by_subj: subject });
      if (stored === null) return true;
      if (stored.seq > suspectUntil) return false;
      await orElse(
        () => streams.deleteMessage(queue, stored.seq),
        // A worker has settled it meanwhile.
        messageNotFound,
        async () => true,
      );
      return true;
    },
    async replaceStalled() {
      const { consumers } = await jetstreamManager(connection, { ...apiOptions, checkAPI: false });
      const { num_pending, delivered } = await consumers.info(queue, consumerName);
      const waitingAt = num_pending > 0 ? delivered.stream_seq : undefined;
      const isStalled = waitingAt !== undefined && waitingAt === stalledAt;
      stalledAt = isStalled ? undefined : waitingAt;
      if (!isStalled) return;
      await consumers.delete(queue, consumerName);
      created = undefined;
    },
  };
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

export function replicasOf({ connection, replicas }: NatsSettings): number {
  return replicas ?? (connection.info?.cluster === undefined ? 1 : 3);
}

async function createConsumer({ consumers }: JetStreamManager, { queue, lockMs }: NatsSettings): Promise<ConsumerInfo> {
  const ack_wait = nanos(lockMs);
  // Only the store decides whether a task continues, so nothing limits its deliveries or its delayed turns.
  const config = { ack_policy: AckPolicy.Explicit, ack_wait, max_deliver: -1, max_ack_pending: -1 };
  const info = await orElse(
    () => consumers.info(queue, consumerName),
    JetStreamApiCodes.ConsumerNotFound,
    () => consumers.add(queue, { ...config, durable_name: consumerName }),
  );
  return info.config.ack_wait === ack_wait ? info : consumers.update(queue, consumerName, { ack_wait });
}

async function orElse<Result>(
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
