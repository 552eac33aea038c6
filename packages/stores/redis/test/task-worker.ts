import process from 'node:process';
import { startTaskWorker, type WorkerSettings } from '@toolwire/programs/task-worker';
import { createClient } from 'redis';
import { createRedisTaskStore } from '../src/index.ts';

/** The settings of a worker, in its environment. */
export interface RedisWorkerSettings extends WorkerSettings {
  readonly redisUrl: string;
  readonly prefix: string;
}

const settings = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as RedisWorkerSettings;
const client = createClient({ url: settings.redisUrl });
client.on('error', () => undefined);
await client.connect();
startTaskWorker(createRedisTaskStore(client, { prefix: settings.prefix }), settings);
