import {
  anyPostgres,
  noPostgres,
  noPostgresServer,
  type PostgresServer,
  startPostgres,
} from '@toolwire/programs/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresIdempotencyStore, createPostgresTaskStore, migrate } from '../src/index.ts';
import { dropSchema, makeSchema, newSchema, type OpenPool, openPool } from './databases.ts';

const stores = [
  ['createPostgresTaskStore', createPostgresTaskStore],
  ['createPostgresIdempotencyStore', createPostgresIdempotencyStore],
] as const;

describe.skipIf(noPostgres !== undefined).each(stores)(
  `ready() of %s${noPostgres === undefined ? '' : `, skipped: ${noPostgres}`}`,
  (_name, createStore) => {
    let postgres: Pick<PostgresServer, 'url' | 'remove'>;
    let open: OpenPool;
    beforeAll(async () => {
      postgres = await anyPostgres();
      open = openPool(postgres.url);
    });
    afterAll(async () => {
      await open.close();
      await postgres.remove();
    });

    it('rejects missing and older tables with instructions, in ready() and in every operation', async () => {
      const schema = newSchema();
      const store = createStore(open.pool, { schema });
      const words = `The tables in the PostgreSQL schema "${schema}" are missing or older than this @toolwire/postgres. Await migrate(pool, { schema }) once`;
      await expect(store.ready()).rejects.toThrow(words);
      await expect(store.ready()).rejects.toThrow('TW_POSTGRES_INCOMPATIBLE');
      const step = 'read' in store ? store.read('id') : store.cancel?.('key');
      await expect(step).rejects.toThrow(words);
      await migrate(open.pool, { schema });
      await store.ready();
      await open.pool.query(`DELETE FROM ${schema}.migrations`);
      await expect(store.ready()).rejects.toThrow(words);
      await dropSchema(open.pool, schema);
    });

    it('rejects unlogged tables without allowUnlogged', async () => {
      const { schema, drop } = await makeSchema(open.pool);
      await open.pool.query(`ALTER TABLE ${schema}.calls SET UNLOGGED`);
      await expect(createStore(open.pool, { schema }).ready()).rejects.toThrow(
        `The table "${schema}".calls is unlogged, so PostgreSQL empties it after a crash. Run ALTER TABLE "${schema}".calls SET LOGGED`,
      );
      await createStore(open.pool, { schema, allowUnlogged: true }).ready();
      await drop();
    });

    it('rejects a PostgreSQL with asynchronous commits without allowUnlogged', async () => {
      const { schema, drop } = await makeSchema(open.pool);
      const hasty = openPool(postgres.url, { options: '-c synchronous_commit=off' });
      await expect(createStore(hasty.pool, { schema }).ready()).rejects.toThrow(
        /Set synchronous_commit to on\. .* \(TW_POSTGRES_INCOMPATIBLE\)$/,
      );
      await createStore(hasty.pool, { schema, allowUnlogged: true }).ready();
      await hasty.close();
      await drop();
    });

    it('rejects values that are not a pool', () => {
      for (const wrong of [undefined, null, 'postgres://', {}, { query: () => undefined, release: () => undefined }]) {
        // @ts-expect-error None of them is a pool.
        expect(() => createStore(wrong)).toThrow('TW_POSTGRES_POOL');
      }
    });
  },
);

it.skipIf(noPostgresServer !== undefined)(
  `rejects a PostgreSQL without fsync${noPostgresServer === undefined ? '' : `, skipped: ${noPostgresServer}`}`,
  async () => {
    const postgres = await startPostgres('fsync=off');
    const { pool, close } = openPool(postgres.url);
    await migrate(pool);
    await expect(createPostgresTaskStore(pool).ready()).rejects.toThrow('Set fsync to on');
    await createPostgresTaskStore(pool, { allowUnlogged: true }).ready();
    await close();
    await postgres.remove();
  },
);
