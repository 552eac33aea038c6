import { createPostgresTaskStore } from '@toolwire/postgres';
import { createRedisTaskStore } from '@toolwire/redis';
import { createMemoryTaskEngine, createMemoryTaskStore, type TaskEngine, type TaskStore } from '@toolwire/tasks';
import { bullmq, bullmqPostgres } from '@toolwire/tasks-bullmq';
import { createSqliteTasks } from '@toolwire/tasks-sqlite';
import { Redis } from 'ioredis';
import Libsql from 'libsql';
import { Pool } from 'pg';

/** The stores of tasks. */
export type PlaceKind = 'memory' | 'file' | 'redis' | 'postgres';

/** How many deliveries each worker takes at once, ours and others. */
export const maxRunning = 10;

/** What keeps tasks and what delivers them, for one process. */
export interface Place {
  readonly store: TaskStore;
  readonly engine: TaskEngine;
}

/** As many as all rounds leave behind. */
export const room = { maxTasksPerOwner: 1_000_000, maxBytes: 2 ** 34 };

/** Opens a place at the address of its database, or in its file. */
export function openPlace(kind: PlaceKind, url: string): Place {
  switch (kind) {
    case 'memory':
      return {
        store: createMemoryTaskStore({ ...room, maxTasks: 1_000_000 }),
        engine: createMemoryTaskEngine({ maxRunning }),
      };
    case 'file':
      return createSqliteTasks(url, { open: (file) => new Libsql(file), allowVolatile: true, maxRunning, ...room });
    case 'redis': {
      const client = new Redis(url, { maxRetriesPerRequest: null });
      return { store: createRedisTaskStore(client, room), engine: bullmq({ connection: client, maxRunning }) };
    }
    case 'postgres': {
      const [pool, queuePool] = poolsOf(url);
      return {
        store: createPostgresTaskStore(pool, room),
        engine: bullmqPostgres({ connection: queuePool, maxRunning }),
      };
    }
  }
}

/** For tables of ours, and for those of BullMQ, which it names without their schema. */
export function poolsOf(connectionString: string): readonly [Pool, Pool] {
  return [new Pool({ connectionString }), new Pool({ connectionString, options: '-c search_path=bullmq' })];
}
