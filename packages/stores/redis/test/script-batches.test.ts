import { randomUUID } from 'node:crypto';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { newTask } from '@toolwire/programs/test-task';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RetryingConnection } from '../src/connection/retrying-connection.ts';
import { stepScript } from '../src/connection/script.ts';
import { ScriptBatches } from '../src/connection/script-batches.ts';
import { createWriteBatching } from '../src/connection/write-batching.ts';
import { createRedisTaskStore } from '../src/index.ts';
import { removeKeys } from './clients.ts';

describe.skipIf(noRedis !== undefined)(`script batches${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`, () => {
  let redis: Pick<RedisServer, 'url' | 'remove'>;
  let client: Redis;
  const prefix = `{toolwire-test}:${randomUUID()}:`;
  beforeAll(async () => {
    redis = await anyRedis();
    client = new Redis(redis.url);
  });
  afterAll(async () => {
    await removeKeys({ client, close: async () => undefined }, prefix);
    client.disconnect();
    await redis.remove();
  });

  it('are sent as one command per script, with a reply for each step', async () => {
    const commands: string[] = [];
    const noting = {
      status: 'ready',
      call: (name: string, ...rest: string[]) => {
        commands.push(name);
        return client.call(name, ...rest);
      },
    };
    const store = createRedisTaskStore(noting, { prefix });
    const tasks = Array.from({ length: 60 }, () => newTask());
    expect(await Promise.all(tasks.map(async (task) => store.create(task)))).toStrictEqual(tasks.map(() => true));
    // Redis may know the script already, or not.
    commands.length = 0;
    const claims = await Promise.all(tasks.map(async ({ id }) => store.claim(id, 1, 60_000)));
    expect(claims.map((claim) => claim.kind === 'claimed' && claim.record.id)).toStrictEqual(tasks.map(({ id }) => id));
    expect(await Promise.all(tasks.map(async ({ id }) => store.claim(id, 2, 60_000)))).toStrictEqual(
      tasks.map(() => ({ kind: 'over' })),
    );
    // Fifty and ten, twice.
    expect(commands.filter((name) => name === 'EVALSHA')).toHaveLength(4);
  });

  it('fail step by step: an invalid step does not fail other steps', async () => {
    const connection = new RetryingConnection(client, 5_000);
    const script = stepScript(`
if ARGV[2] == 'bad' then return redis.call('HSET', KEYS[1]) end
if ARGV[2] == 'none' then return end
return { KEYS[1], ARGV[2], ARGV[3], ARGV[1] }
`);
    const shared = ['with'];
    const asked = ['a', 'bad', 'none', 'b'].map((value, index) =>
      connection.runStep(script, { key: `${prefix}${index}`, shared, values: [value, 'and'] }),
    );
    const [first, second, third, fourth] = await Promise.allSettled(asked);
    expect(first).toMatchObject({ value: [`${prefix}0`, 'a', 'and', 'with'] });
    expect(second).toMatchObject({ reason: { message: expect.stringMatching(/[Ww]rong number of arg/) as unknown } });
    expect(third?.status).toBe('fulfilled');
    expect(fourth).toMatchObject({ value: [`${prefix}3`, 'b', 'and', 'with'] });
  });
});

describe('script batches with late replies', () => {
  it('FAULT-05: pass each late reply to its step, so that each can be undone', async () => {
    const late: unknown[] = [];
    let replyLate = (_reply: unknown): void => undefined;
    const steps = new ScriptBatches((_script, _keys, _values, { onLateReply }) => {
      replyLate = (replies) => onLateReply?.(replies);
      return Promise.reject(new Error('Redis has not responded.'));
    });
    const script = stepScript('return 1');
    const shared: string[] = [];
    const asked = ['a', 'b', 'c'].map((key) =>
      steps.run(script, { key, shared, values: [] }, (reply) => late.push([key, reply])),
    );
    for (const one of asked) await expect(one).rejects.toThrow('Redis has not responded.');
    replyLate([
      [1, 'of a'],
      [0, 'failed'],
      [1, 'of c'],
    ]);
    expect(late).toStrictEqual([
      ['a', 'of a'],
      ['c', 'of c'],
    ]);
  });
});

describe('the writes of an ioredis client in one tick', () => {
  it('are sent at once, on the current connection', async () => {
    const streamOf = (): { readonly cork: () => void; readonly uncork: () => void } => ({
      cork: vi.fn(),
      uncork: vi.fn(),
    });
    const [first, second] = [streamOf(), streamOf()];
    const client = { status: 'ready', call: () => Promise.resolve(), stream: first };
    const batchWrites = createWriteBatching(client);
    batchWrites();
    batchWrites();
    expect(first.cork).toHaveBeenCalledTimes(1);
    expect(first.uncork).not.toHaveBeenCalled();
    await new Promise((resolve) => setImmediate(resolve));
    expect(first.uncork).toHaveBeenCalledTimes(1);
    client.stream = second;
    batchWrites();
    await new Promise((resolve) => setImmediate(resolve));
    expect([first.cork, second.cork, second.uncork].map((one) => vi.mocked(one).mock.calls.length)).toStrictEqual([
      1, 1, 1,
    ]);
  });

  it('are sent unchanged on an unknown connection', () => {
    expect(() => createWriteBatching({ status: 'ready', call: () => Promise.resolve() })()).not.toThrow();
  });
});
