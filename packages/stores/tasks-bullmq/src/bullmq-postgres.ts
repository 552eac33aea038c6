import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';
import {
  createPostgresBackend,
  isPgPool,
  type PgQueryable,
  type PostgresConnectionOptions,
  runMigrations,
  SchemaMigrationRequiredError,
} from 'bullmq';
import { type BullmqTaskEngine, createEngine } from './bullmq-engine.ts';
import { type QueueOptions, termsOf } from './queue-options.ts';

/** How turns are delivered by BullMQ on PostgreSQL. */
export interface BullmqPostgresOptions extends QueueOptions {
  /** As BullMQ takes it: your `Pool` of `pg`, whose connections have the schema `bullmq` in their `search_path`, or what it makes one of, with a `schema`. */
  readonly connection: PostgresConnectionOptions | BullmqPool;
}

/** A `Pool` of `pg`, as far as it is told from what BullMQ makes one of. */
export interface BullmqPool {
  connect(): Promise<PgQueryable & { release(): void }>;
}

const optionNames: NamesOf<BullmqPostgresOptions> = {
  connection: true,
  queue: true,
  maxRunning: true,
  lockMs: true,
  retryMs: true,
  patienceMs: true,
  report: true,
};

/** Makes BullMQ's tables on PostgreSQL, or brings them up to date. To be awaited before any engine is made, by as many processes as like. */
export async function migrateBullmq(pool: BullmqPool, schema = 'bullmq'): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client, schema);
  } finally {
    client.release();
  }
}

/** Makes an engine that delivers by BullMQ on PostgreSQL, to the workers of several machines. A preview, as that backend of BullMQ is young. */
export function bullmqPostgres(options: BullmqPostgresOptions): BullmqTaskEngine {
  checkNames('bullmqPostgres()', options, optionNames);
  const connection = connectionOf(options.connection);
  const { engine } = createEngine({ backend: createPostgresBackend, connection }, termsOf(options), async (queue) => {
    try {
      await queue.waitUntilReady();
      // By a name without its schema, as all that BullMQ asks for.
      await queue.count();
    } catch (error) {
      throw explained(error);
    }
  });
  return engine;
}

/** The pool as BullMQ knows it: its types and those of `pg` differ in words alone. */
function connectionOf(given: BullmqPostgresOptions['connection']): PostgresConnectionOptions {
  if (typeof given === 'string' || isPgPool(given)) return given;
  if ('connect' in given) {
    throw new StartUpError(
      'TW_POSTGRES_POOL',
      'The connection of bullmqPostgres() is no pool. Give new Pool({ connectionString }) of pg.',
    );
  }
  return given;
}

function explained(error: unknown): unknown {
  if (error instanceof SchemaMigrationRequiredError) {
    return new StartUpError(
      'TW_POSTGRES_UNFIT',
      'The tables of BullMQ are missing. Await migrateBullmq(pool) once, before any engine is made.',
      { cause: error },
    );
  }
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code !== '42P01' && code !== '42883') return error;
  return new StartUpError(
    'TW_POSTGRES_UNFIT',
    "The pool of BullMQ does not find its tables. Give its connections their schema: new Pool({ options: '-c search_path=bullmq' }).",
    { cause: error },
  );
}
