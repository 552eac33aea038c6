import {
  checkNames,
  type EngineOptions,
  engineOptionNames,
  isObject,
  kindOf,
  type NamesOf,
  readEngineOptions,
  refusedStartupParameter,
  StartupError,
} from '@toolwire/internal';
import {
  createPostgresBackend,
  isPgPool,
  type PgPool,
  type PgQueryable,
  type PostgresConnectionOptions,
  runMigrations,
  SchemaMigrationRequiredError,
} from 'bullmq';
import { type BullmqTaskEngine, createEngine } from './task-engine.ts';

/** Options of BullMQ on PostgreSQL. */
export interface BullmqPostgresOptions extends EngineOptions {
  /** A connection of BullMQ: your `Pool` of `pg` with the schema `bullmq` in its `search_path`, or connection options with a `schema`. */
  readonly connection: PostgresConnectionOptions | BullmqPool;
}

/** The part of a `Pool` of `pg` that distinguishes it from connection options. */
interface BullmqPool {
  connect(): Promise<PgQueryable & { release(): void }>;
}

/** Where the tables of BullMQ are. */
interface BullmqSchemaOptions {
  /** The schema of the tables, which is created if it is missing. Default: `bullmq`. */
  readonly schema?: string | undefined;
}

const optionNames: NamesOf<BullmqPostgresOptions> = { connection: true, ...engineOptionNames };
const schemaOptionNames: NamesOf<BullmqSchemaOptions> = { schema: true };

/** Creates or updates the tables of BullMQ. Await it before you create an engine; any number of processes may call it. */
export async function migrateBullmq(pool: BullmqPool, options: BullmqSchemaOptions = {}): Promise<void> {
  checkNames('migrateBullmq()', options, schemaOptionNames);
  if (!canConnect(pool)) throw notAPool('The pool of migrateBullmq()', '', pool);
  const { schema = 'bullmq' } = options;
  const client = await pool.connect();
  try {
    await runMigrations(client, schema);
  } finally {
    client.release();
  }
}

/** Creates an engine on BullMQ with PostgreSQL for workers on several machines. A preview: this backend of BullMQ is new. */
export function bullmqPostgres(options: BullmqPostgresOptions): BullmqTaskEngine {
  checkNames('bullmqPostgres()', options ?? null, optionNames);
  const connection = checkedConnection(options.connection);
  const { engine } = createEngine(
    { createBackend: createPostgresBackend, connection },
    readEngineOptions(options),
    async (queue) => {
      try {
        await queue.waitUntilReady();
        // A query without the schema, like all queries of BullMQ.
        await queue.count();
      } catch (error) {
        throw explainError(error);
      }
    },
  );
  return engine;
}

/** Returns the connection with the types of BullMQ, which describe the same pool as those of `pg`. Throws if it can't connect. */
function checkedConnection(connection: BullmqPostgresOptions['connection']): PostgresConnectionOptions {
  if (typeof connection === 'string' || isPool(connection)) return connection;
  if (isObject(connection) && !('connect' in connection)) return connection;
  throw notAPool('The connection of bullmqPostgres()', ', connection options or a connection string', connection);
}

/** Whether a value is a pool of BullMQ. */
function isPool(value: unknown): value is PgPool {
  return isPgPool(value) && canConnect(value);
}

/** Whether a value connects clients. A client of `pg`, also with `pg-native`, has all methods of a pool, and type parsers. */
function canConnect(value: unknown): boolean {
  return isObject(value) && typeof value['connect'] === 'function' && !('getTypeParser' in value);
}

function notAPool(name: string, alternatives: string, value: unknown): StartupError {
  const kind = isObject(value) && 'connect' in value ? 'a client' : kindOf(value);
  return new StartupError(
    'TW_POSTGRES_POOL',
    `${name} must be a Pool of pg${alternatives}, not ${kind}. Pass new Pool({ connectionString }).`,
  );
}

function explainError(error: unknown): unknown {
  if (error instanceof SchemaMigrationRequiredError) {
    return new StartupError(
      'TW_POSTGRES_INCOMPATIBLE',
      'The tables of BullMQ are missing. Await migrateBullmq(pool) once, before you create an engine.',
      { cause: error },
    );
  }
  const refused = refusedStartupParameter(error);
  if (refused !== undefined) {
    return new StartupError(
      'TW_POSTGRES_INCOMPATIBLE',
      `The connection pooler refuses the startup parameter '${refused}'. Connect the pool of BullMQ to PostgreSQL without the connection pooler: each worker of BullMQ uses LISTEN, which needs a separate connection.`,
      { cause: error },
    );
  }
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code !== '42P01' && code !== '42883') return error;
  return new StartupError(
    'TW_POSTGRES_INCOMPATIBLE',
    "The pool of BullMQ doesn't find its tables. Add their schema to its search path: new Pool({ options: '-c search_path=bullmq' }).",
    { cause: error },
  );
}
