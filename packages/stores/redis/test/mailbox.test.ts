import { randomUUID } from 'node:crypto';
import type { Mailbox } from '@toolwire/core/wire';
import { mcp } from '@toolwire/mcp';
import { listen } from '@toolwire/node';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { createToolServer } from '@toolwire/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { send } from '../src/connection/redis-client.ts';
import { createRedisMailbox } from '../src/index.ts';
import { clientKinds, type OpenClient, removeKeys } from './clients.ts';

describe.skipIf(noRedis !== undefined).each(Object.entries(clientKinds))(
  `the Redis mailbox by %s${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  (_name, open) => {
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    const clients: OpenClient[] = [];
    const boxes: Mailbox[] = [];
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    beforeAll(async () => {
      redis = await anyRedis();
      for (let index = 0; index < 2; index += 1) {
        const opened = await open(redis.url);
        clients.push(opened);
        boxes.push(createRedisMailbox(opened.client, { prefix }));
      }
    });
    afterAll(async () => {
      await removeKeys(clients[0] as OpenClient, prefix);
      for (const { close } of clients) await close();
      await redis.remove();
    });

    it('returns the messages of another process once and in order', async () => {
      const [here, there] = boxes as [Mailbox, Mailbox];
      await here.leave('a', 'first', 60_000);
      await here.leave('b', 'é "quoted"\n', 60_000);
      await here.leave('a', 'second', 60_000);
      expect(await there.collect(['nothing', 'b', 'a', 'none'])).toEqual([
        undefined,
        'é "quoted"\n',
        'second',
        undefined,
      ]);
      expect(await here.collect(['a', 'b'])).toEqual([undefined, undefined]);
      expect(await here.collect([])).toEqual([]);
    });

    it('stores messages until their TTL, under digests of their names', async () => {
      const [here] = boxes as [Mailbox];
      await here.leave('secret name', 'text', 60_000);
      const { client } = clients[0] as OpenClient;
      const keys = (await send(client, ['KEYS', `${prefix}*`])) as string[];
      expect(keys).toHaveLength(1);
      expect(keys[0]).not.toContain('secret');
      expect(Number(await send(client, ['PTTL', keys[0] ?? '']))).toBeGreaterThan(0);
      await here.leave('secret name', 'text', 1);
      await vi.waitFor(async () => expect(await send(client, ['EXISTS', keys[0] ?? ''])).toBe(0));
    });

    it('lets an MCP client cancel a call of another process within about a second', async () => {
      const stateSecret = `secret of these processes ${prefix}`;
      const seen: string[] = [];
      const wait = {
        id: 'Test.Wait',
        version: '1.0.0',
        description: 'Waits until it is canceled.',
        run: (_: unknown, { signal }: { readonly signal: AbortSignal }) => {
          seen.push('begun');
          return new Promise<null>((resolve) =>
            signal.addEventListener('abort', () => {
              seen.push('aborted');
              resolve(null);
            }),
          );
        },
      };
      const servers = await Promise.all(
        boxes.map((mailbox) =>
          listen(createToolServer({ tools: [wait], wires: [mcp({ stateSecret, sessions: { mailbox } })] }), 0),
        ),
      );
      const post = async (place: number, message: object, headers = {}): Promise<Response> => {
        const accept = 'application/json, text/event-stream';
        return fetch(`${servers[place]?.url}/mcp`, {
          method: 'POST',
          headers: { accept, 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        });
      };
      const clientInfo = { name: 'test', version: '1' };
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
      const begun = await post(0, { id: 0, method: 'initialize', params });
      const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
      const call = post(0, { id: 1, method: 'tools/call', params: { name: 'Test_Wait' } }, session);
      await vi.waitFor(() => expect(seen).toEqual(['begun']));
      const canceled = await post(1, { method: 'notifications/cancelled', params: { requestId: 1 } }, session);
      expect(canceled.status).toBe(202);
      await vi.waitFor(() => expect(seen).toEqual(['begun', 'aborted']));
      expect(await (await call).text()).toBe('');
      await Promise.all(servers.map(({ close }) => close()));
    });
  },
);
