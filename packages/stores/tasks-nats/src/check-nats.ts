import type { StreamInfo } from '@nats-io/jetstream';
import { StartupError } from '@toolwire/internal';
import type { NatsSettings } from './nats-options.ts';
import { minReplicas, streamConfig } from './turn-stream.ts';

/** Throws if the connection stops reconnecting after some attempts. */
export function checkReconnects({ connection }: NatsSettings): void {
  const attempts = connection.options?.maxReconnectAttempts;
  if (attempts === undefined || attempts === -1) return;
  throw new StartupError(
    'TW_NATS_INCOMPATIBLE',
    `The connection to NATS ends after ${attempts} failed attempts to reconnect, and its worker would never run calls again. Pass connect({ maxReconnectAttempts: -1 }).`,
  );
}

/** Throws if the stream could lose turns. */
export function checkStream({ config }: StreamInfo, settings: NatsSettings): void {
  const { name, num_replicas } = config;
  for (const [setting, expected] of Object.entries(streamConfig)) {
    const actual: unknown = Reflect.get(config, setting) ?? false;
    if (actual === expected) continue;
    throw new StartupError(
      'TW_NATS_INCOMPATIBLE',
      `The stream '${name}' of NATS has the setting ${setting} '${String(actual)}', so it could lose turns or deliver them twice. Set it to '${expected}'; discard_new_per_subject needs NATS 2.9. Or delete the stream: then the engine creates it, and workers find its tasks in the task store.`,
    );
  }
  const replicas = minReplicas(settings);
  if (num_replicas >= replicas) return;
  throw new StartupError(
    'TW_NATS_INCOMPATIBLE',
    `The stream '${name}' of NATS is stored on ${num_replicas} of the servers, not on ${replicas}, so its tasks wait while one of them is down. Run nats stream edit ${name} --replicas ${replicas}, or set replicas to ${num_replicas}.`,
  );
}

/** Adds instructions to an error of NATS. */
export function explainError(error: unknown): unknown {
  // The library doesn't export the class.
  if (!(error instanceof Error) || error.name !== 'JetStreamNotEnabled') return error;
  return new StartupError(
    'TW_NATS_INCOMPATIBLE',
    'NATS runs without JetStream, so it stores nothing. Start it with nats-server --jetstream, or add jetstream to its configuration.',
    { cause: error },
  );
}
