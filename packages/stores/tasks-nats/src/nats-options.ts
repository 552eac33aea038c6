import type { NatsConnection } from '@nats-io/nats-core';
import { checkCount, checkNames, checkNumber, type NamesOf, wholeTimer } from '@toolwire/internal';

/** Options of the engine on NATS. */
export interface NatsOptions {
  /** A connection of `@nats-io/transport-node` with `maxReconnectAttempts: -1`. You close it. */
  readonly connection: NatsConnection;
  /** The name of the stream. Default: `toolwire-tasks`. Servers and workers that share tasks need the same value. */
  readonly queue?: string | undefined;
  /** How many servers of a cluster store each turn. Default: 3 in a cluster, 1 otherwise. */
  readonly replicas?: number | undefined;
  /** The most concurrent deliveries of each worker. Default: 10. */
  readonly maxRunning?: number | undefined;
  /** How long a silent worker has its deliveries before they go to another one, in milliseconds. Default: one minute. */
  readonly lockMs?: number | undefined;
  /** The delay before a rejected run is delivered again, in milliseconds. Default: one second. */
  readonly retryMs?: number | undefined;
  /** How long to wait for NATS, in milliseconds. Default: 5 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Receives errors of background work. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** The options with all defaults. */
export interface NatsSettings {
  readonly connection: OpenedConnection;
  readonly queue: string;
  readonly replicas: number | undefined;
  readonly maxRunning: number;
  readonly lockMs: number;
  readonly retryMs: number;
  readonly timeoutMs: number;
  readonly report: (error: unknown) => void;
}

/** A connection with the options that it was opened with, which its type doesn't mention. */
interface OpenedConnection extends NatsConnection {
  readonly options?: { readonly maxReconnectAttempts?: number; readonly inboxPrefix?: string };
}

const optionNames: NamesOf<NatsOptions> = {
  connection: true,
  queue: true,
  replicas: true,
  maxRunning: true,
  lockMs: true,
  retryMs: true,
  timeoutMs: true,
  report: true,
};

export function readNatsOptions(options: NatsOptions): NatsSettings {
  checkNames('nats()', options, optionNames);
  const { connection, queue = 'toolwire-tasks', replicas, maxRunning = 10, report = () => undefined } = options;
  const { lockMs = 60_000, retryMs = 1_000, timeoutMs = 5_000 } = options;
  for (const [option, ms] of Object.entries({ lockMs, retryMs, timeoutMs })) checkNumber(option, ms, wholeTimer);
  checkCount('maxRunning', maxRunning, 1);
  if (replicas !== undefined) checkCount('replicas', replicas, 1);
  return { connection, queue, replicas, maxRunning, lockMs, retryMs, timeoutMs, report };
}
