import { createCluster } from 'redis';
import { createCluster as createCluster4 } from 'redis4';
import { expect, it } from 'vitest';
import { createRedisIdempotencyStore, createRedisRateStore } from '../src/index.ts';

const wrong: readonly (readonly [name: string, client: unknown, message: string])[] = [
  ['nothing', undefined, 'The Redis client is undefined. Pass a connected client'],
  ['null', null, 'The Redis client is null. Pass'],
  ['an address', 'redis://:hunter2@127.0.0.1', 'The Redis client is a string. Pass'],
  ['options', { url: 'redis://127.0.0.1' }, 'The Redis client is an object without call() or sendCommand(). Pass'],
  ['a client that is not awaited', Promise.resolve({}), 'The Redis client is a promise. Await it first.'],
];

it.each(wrong)('a store rejects %s', (_, client, message) => {
  for (const create of [createRedisIdempotencyStore, createRedisRateStore]) {
    expect(() => create(client as never)).toThrow(TypeError);
    expect(() => create(client as never)).toThrow(message);
    expect(() => create(client as never)).not.toThrow(/hunter2/);
  }
});

it('a store accepts a client that is not connected yet', () => {
  const never = (): Promise<unknown> => Promise.reject(new Error('Not to be called'));
  for (const client of [
    { status: 'wait', call: never },
    { isReady: false, sendCommand: never },
  ]) {
    expect(createRedisIdempotencyStore(client)).toHaveProperty('leaseMs', 10_000);
    expect(createRedisRateStore(client)).toHaveProperty('take');
  }
});

it('a store rejects a prefix without a hash tag, also one whose first braces are empty', () => {
  const cluster = createCluster({ rootNodes: [{ url: 'redis://127.0.0.1' }] });
  for (const prefix of ['plain:', '{a', '{}:', '{}{a}:']) {
    const message = `prefix must contain a hash tag, such as '{toolwire}:', got '${prefix}'.`;
    expect(() => createRedisRateStore(cluster, { prefix })).toThrow(`On a Redis Cluster, ${message}`);
    expect(() => createRedisIdempotencyStore(cluster, { prefix, shards: 2 })).toThrow(message);
  }
  expect(() => createRedisIdempotencyStore(cluster, { prefix: 'a{{b}}:', shards: 2 })).not.toThrow();
});

it('a store rejects a cluster of redis 4, with the reason', () => {
  const options = { rootNodes: [{ url: 'redis://127.0.0.1' }] };
  for (const create of [createRedisIdempotencyStore, createRedisRateStore]) {
    expect(() => create(createCluster4(options))).toThrow(
      'The Cluster of the npm package redis 4 keeps sending commands to a failed node. Update the package to redis@6, or pass a Cluster of ioredis. (TW_REDIS_CLIENT)',
    );
    expect(() => create(createCluster(options))).not.toThrow();
  }
});
