import type { NatsConnection } from '@nats-io/nats-core';
import {
  type BackgroundReport,
  checkCount,
  checkNames,
  type EngineOptions,
  type EngineSettings,
  engineOptionNames,
  isObject,
  kindOf,
  type NamesOf,
  readEngineOptions,
  StartupError,
} from '@toolwire/internal';

/** Options of the engine on NATS. */
export interface NatsOptions extends EngineOptions {
  /** A connection of `@nats-io/transport-node` with `maxReconnectAttempts: -1`. You close it. */
  readonly connection: NatsConnection;
  /** How many servers of a cluster store each turn. Default: 3 in a cluster, 1 otherwise. */
  readonly replicas?: number | undefined;
}

/** The options with all defaults. */
export interface NatsSettings extends EngineSettings, BackgroundReport {
  readonly connection: OpenedConnection;
  readonly replicas: number | undefined;
}

/** A connection with the options that it was opened with, which its type doesn't mention. */
interface OpenedConnection extends NatsConnection {
  readonly options?: { readonly maxReconnectAttempts?: number; readonly inboxPrefix?: string };
}

const optionNames: NamesOf<NatsOptions> = { connection: true, ...engineOptionNames, replicas: true };

/** Checks the options and applies the defaults. */
export function readNatsOptions(options: NatsOptions): NatsSettings {
  checkNames('nats()', options ?? null, optionNames);
  const { connection, replicas } = options;
  checkIsConnection(connection);
  if (replicas !== undefined) checkCount('replicas', replicas, 1);
  return { ...readEngineOptions(options), connection, replicas };
}

function checkIsConnection(connection: unknown): void {
  if (isObject(connection) && typeof connection['request'] === 'function') return;
  throw new StartupError(
    'TW_OPTION_TYPE',
    `connection of nats() must be an open connection, such as await connect({ maxReconnectAttempts: -1 }), got ${kindOf(connection)}.`,
  );
}
