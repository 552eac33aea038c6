import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { BackendKind } from './backends.ts';

/** A backend whose data can be dumped. */
export type DumpedKind = Extract<BackendKind, 'sqlite' | 'bullmq-redis' | 'bullmq-postgres'>;

/** Returns all data of a database, and the bytes of its files, which may contain deleted data. */
export async function dumpOf(kind: DumpedKind, url: string): Promise<ReadonlyMap<string, Buffer>> {
  switch (kind) {
    case 'sqlite':
      return new Map(['', '-wal', '-shm'].flatMap((end) => fileOf(`${url}${end}`)));
    case 'bullmq-redis':
      return dumpOfRedis(url);
    case 'bullmq-postgres':
      return dumpOfPostgres(url);
  }
}

/** Returns all keys with their values, including those of BullMQ, and the append-only file. */
async function dumpOfRedis(url: string): Promise<ReadonlyMap<string, Buffer>> {
  const client = new Redis(url);
  const dump = new Map<string, Buffer>();
  for (const key of await client.keys('*')) {
    dump.set(key, Buffer.from(JSON.stringify([key, await valueOf(client, key)])));
  }
  const [, folder = ''] = (await client.config('GET', 'dir')) as readonly string[];
  client.disconnect();
  for (const [name, bytes] of filesIn(join(folder, 'appendonlydir'))) dump.set(name, bytes);
  return dump;
}

async function valueOf(client: Redis, key: string): Promise<unknown> {
  const type = await client.type(key);
  switch (type) {
    case 'string':
      return client.get(key);
    case 'hash':
      return client.hgetall(key);
    case 'list':
      return client.lrange(key, 0, -1);
    case 'set':
      return client.smembers(key);
    case 'zset':
      return client.zrange(key, '0', '-1');
    case 'stream':
      return client.xrange(key, '-', '+');
    case 'none':
      return undefined;
    default:
      throw new Error(`Keys of type '${type}' are not supported.`);
  }
}

/** Returns all rows of all tables, including those of BullMQ, and all files, including the write-ahead log. */
async function dumpOfPostgres(connectionString: string): Promise<ReadonlyMap<string, Buffer>> {
  const client = new Client({ connectionString });
  await client.connect();
  const tables = await client.query<{ readonly name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const dump = new Map<string, Buffer>();
  for (const { name } of tables.rows) {
    const { rows } = await client.query(`SELECT t::text AS row FROM ${name} t`);
    dump.set(name, Buffer.from(JSON.stringify(rows)));
  }
  await client.query('CHECKPOINT');
  const setting = await client.query<{ readonly data_directory: string }>('SHOW data_directory');
  await client.end();
  for (const [name, bytes] of filesIn(setting.rows[0]?.data_directory ?? '')) dump.set(name, bytes);
  return dump;
}

function filesIn(folder: string): readonly (readonly [string, Buffer])[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    fileOf(join(folder, name)),
  );
  if (found.length === 0) throw new Error(`There are no files in ${folder}.`);
  return found;
}

function fileOf(path: string): readonly (readonly [string, Buffer])[] {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? [[path, readFileSync(path)]] : [];
}
