import { anyRedis, noRedis } from '@toolwire/programs/redis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection } from '../src/connection/connection.ts';
import { createRedisIdempotencyStore } from '../src/index.ts';
import { clientKinds } from './clients.ts';

function oneTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

/** Does nothing else for so long, as a large calculation would. */
function stall(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

// The commands that its client has written at once, before the stall.
describe.skipIf(noRedis !== undefined)(
  `a process that was busy for more than a second${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  () => {
    it.each(['ioredis 6', 'ioredis 5'])(
      'does not consider Redis silent before it has read pending replies, by %s',
      async (kind) => {
        const redis = await anyRedis();
        const open = await clientKinds[kind]?.(redis.url);
        if (open === undefined) throw new Error(`There is no ${kind}`);
        try {
          const connection = new Connection(open.client);
          const ask = (): Promise<unknown> => connection.send(['PING']);
          await ask();
          const early = ask();
          stall(1_100);
          const late = [ask(), ask(), ask()];
          expect(await Promise.all([early, ...late])).toEqual(['PONG', 'PONG', 'PONG', 'PONG']);
          await oneTurn();
          expect(await ask()).toBe('PONG');
        } finally {
          await open.close();
          await redis.remove();
        }
      },
    );
  },
);

describe('a connection to a Redis that hangs', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('FAULT-05: sends one command per second, and rejects all other commands at once, until Redis responds', async () => {
    const answers: (() => void)[] = [];
    const client = {
      status: 'ready',
      call: () => new Promise<unknown>((resolve) => answers.push(() => resolve('PONG'))),
    };
    const connection = new Connection(client);
    const ask = (): Promise<unknown> => connection.send(['PING']);
    void ask();
    vi.advanceTimersByTime(999);
    void ask();
    vi.advanceTimersByTime(500);
    // It may be this process that was busy: all are sent until the sockets have been read once more.
    void ask();
    await oneTurn();
    expect(ask).toThrow('Redis has not responded for 1499 milliseconds.');
    vi.advanceTimersByTime(999);
    expect(ask).toThrow('Redis has not responded for 2498 milliseconds.');
    vi.advanceTimersByTime(1);
    void ask();
    expect(ask).toThrow('Redis has not responded for 2499 milliseconds.');
    expect(answers).toHaveLength(4);

    for (const answer of answers.splice(0)) answer();
    await Promise.resolve();
    void ask();
    void ask();
    expect(answers).toHaveLength(2);

    // The next silence has to be proven anew.
    vi.advanceTimersByTime(1_500);
    void ask();
    void ask();
    await oneTurn();
    expect(ask).toThrow('Redis has not responded for 1500 milliseconds.');
  });

  it('does not wait for commands that its client cannot send', () => {
    const call = (): never => {
      throw new TypeError('Not to be sent');
    };
    const connection = new Connection({ status: 'ready', call });
    const ask = (): Promise<unknown> => connection.send(['PING']);
    expect(ask).toThrow('Not to be sent');
    vi.advanceTimersByTime(1_500);
    expect(ask).toThrow('Not to be sent');
    vi.advanceTimersByTime(500);
    expect(ask).toThrow('Not to be sent');
  });

  it('rejects at once while its client reconnects', () => {
    const call = (): never => expect.unreachable('it would wait in the queue of the client');
    for (const status of ['close', 'reconnecting', 'end']) {
      expect(() => new Connection({ status, call }).send(['PING'])).toThrow('The Redis client is not connected.');
    }
    const sendCommand = call;
    expect(() => new Connection({ isReady: false, sendCommand }).send(['PING'])).toThrow('not connected');
  });

  it('leaves no rejection unhandled if only some shards of an idempotency store could send', async () => {
    const failures: (() => void)[] = [];
    const client = {
      status: 'ready',
      call: () => new Promise<unknown>((_, reject) => failures.push(() => reject(new Error('Connection is closed.')))),
    };
    const store = createRedisIdempotencyStore(client, { prefix: '{a}:', shards: 8 });
    const claims = Array.from({ length: 32 }, (_, index) => ({
      key: `call ${index}`,
      fingerprint: '',
      token: 'token',
      owner: undefined,
      takeOver: true,
    }));
    const renew = async (): Promise<unknown> => store.renew(claims);
    const unhandled: unknown[] = [];
    const collect = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', collect);
    const results = [renew()];
    vi.advanceTimersByTime(1_500);
    results.push(renew());
    await oneTurn();
    vi.advanceTimersByTime(1_000);
    results.push(renew());
    for (const fail of failures) fail();
    const settled = await Promise.allSettled(results);
    await oneTurn();
    process.off('unhandledRejection', collect);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(unhandled).toEqual([]);
  });
});
