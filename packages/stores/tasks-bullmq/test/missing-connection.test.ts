import { Client } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { bullmq, bullmqPostgres, migrateBullmq } from '../src/index.ts';

// As JavaScript may call them.
const invalid = (value: unknown): never => value as never;

// The methods that a client of pg with pg-native shares with a pool, and one that only clients have.
const nativeClient = {
  connect: () => undefined,
  query: () => undefined,
  end: () => undefined,
  getTypeParser: () => undefined,
};

describe('a missing or invalid connection is a startup error that shows what to pass', () => {
  it.each<[object, string]>([
    [{}, 'undefined'],
    [{ connection: null }, 'null'],
    [{ connection: 42 }, '42'],
    [{ connection: ['postgres://127.0.0.1'] }, 'a list'],
    [{ connection: () => undefined }, 'a function'],
    [{ connection: new Client() }, 'a client'],
    [{ connection: nativeClient }, 'a client'],
    [{ connection: { connect: () => undefined } }, 'a client'],
  ])('of bullmqPostgres(), case %#', (options, shown) => {
    expect(() => bullmqPostgres(invalid(options))).toThrow(
      `The connection of bullmqPostgres() must be a Pool of pg, connection options or a connection string, not ${shown}. Pass new Pool({ connectionString }). (TW_POSTGRES_POOL)`,
    );
  });

  it.each([
    [undefined, 'undefined'],
    ['postgres://127.0.0.1', 'a string'],
    [{}, 'another object'],
    [new Client(), 'a client'],
    [nativeClient, 'a client'],
  ])('of migrateBullmq(), case %#', async (pool, shown) => {
    await expect(migrateBullmq(invalid(pool))).rejects.toThrow(
      `The pool of migrateBullmq() must be a Pool of pg, not ${shown}. Pass new Pool({ connectionString }). (TW_POSTGRES_POOL)`,
    );
  });

  it('is not needed by migrateBullmq() if the pool only connects clients', async () => {
    const connect = vi.fn(() => Promise.reject(new Error('Connected.')));
    await expect(migrateBullmq({ connect })).rejects.toThrow('Connected.');
  });

  // BullMQ connects to 127.0.0.1 instead.
  it.each([
    [{}, 'undefined'],
    [{ connection: null }, 'null'],
    [{ connection: 'redis://redis.example:6379' }, 'a string'],
  ])('of bullmq(%j)', (options, shown) => {
    expect(() => bullmq(invalid(options))).toThrow(
      `The connection of bullmq() must be a client of ioredis or redis, or an object such as { url: 'redis://127.0.0.1:6379' }, got ${shown}. (TW_REDIS_CLIENT)`,
    );
  });

  it('of each engine without options', () => {
    for (const createEngine of [bullmq, bullmqPostgres]) {
      expect(() => createEngine(invalid(undefined))).toThrow('expects an object, such as { connection: … }');
    }
  });
});
