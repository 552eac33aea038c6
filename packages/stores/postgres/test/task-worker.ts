import process from 'node:process';
import { startTaskWorker, type WorkerSettings } from '@toolwire/programs/task-worker';
import { createPostgresTaskStore } from '../src/index.ts';
import { openPool } from './databases.ts';

/** The settings of a worker, in its environment. */
export interface PostgresWorkerSettings extends WorkerSettings {
  readonly url: string;
  readonly schema: string;
}

const settings = JSON.parse(process.env['PROGRAM_SETTINGS'] ?? '{}') as PostgresWorkerSettings;
const { pool } = openPool(settings.url);
startTaskWorker(createPostgresTaskStore(pool, { schema: settings.schema }), settings);
