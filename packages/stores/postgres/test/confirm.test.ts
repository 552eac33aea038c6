import { defineTool, noContextValues } from '@toolwire/core';
import { anyPostgres, noPostgres, type PostgresServer } from '@toolwire/programs/postgres';
import { createToolServer, silentLogger } from '@toolwire/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresIdempotencyStore } from '../src/index.ts';
import { makeSchema, type OpenPool, openPool } from './databases.ts';

const keys = [{ id: 'test', key: 'd'.repeat(64) }] as const;

describe.skipIf(noPostgres !== undefined)(
  `confirmation tokens on PostgreSQL${noPostgres === undefined ? '' : `, skipped: ${noPostgres}`}`,
  () => {
    let postgres: Pick<PostgresServer, 'url' | 'remove'>;
    let pools: readonly [OpenPool, OpenPool];
    let tables: Awaited<ReturnType<typeof makeSchema>>;
    beforeAll(async () => {
      postgres = await anyPostgres();
      pools = [openPool(postgres.url), openPool(postgres.url)];
      tables = await makeSchema(pools[0].pool);
    });
    afterAll(async () => {
      await tables.drop();
      for (const { close } of pools) await close();
      await postgres.remove();
    });

    const rounds = 20;
    it(`run one of two calls that use a token at once, ${rounds} times`, async () => {
      let runs = 0;
      const tool = defineTool({
        id: 'Orders.Delete',
        version: '1.0.0',
        description: 'Deletes all orders.',
        confirm: 'Delete all orders?',
        run: () => {
          runs += 1;
          return 'deleted';
        },
      });
      const stores = pools.map(({ pool }) => createPostgresIdempotencyStore(pool, { schema: tables.schema }));
      const servers = stores.map((store) =>
        createToolServer({ tools: [tool], wires: [], logger: silentLogger, confirm: { keys, store } }),
      );
      const callOn = async (server: (typeof servers)[number] | undefined, input: object) =>
        server?.call({
          wire: 'test',
          toolId: 'Orders.Delete',
          callId: crypto.randomUUID(),
          traceId: undefined,
          input,
          context: { authorization: [], secrets: [] },
          lifetime: { signal: new AbortController().signal },
          values: noContextValues,
        });
      for (let round = 0; round < rounds; round += 1) {
        const first = await callOn(servers[round % 2], {});
        const token = first?.kind === 'failed' ? first.confirmation?.token : undefined;
        const outcomes = await Promise.all(servers.map((server) => callOn(server, { confirmation_token: token })));
        expect(outcomes.map((outcome) => outcome?.kind).filter((kind) => kind === 'value')).toHaveLength(1);
      }
      expect(runs).toBe(rounds);
    });
  },
);
