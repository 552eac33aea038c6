import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { IdempotencyOptions } from '@toolwire/idempotency/stage';
import type { ListeningServer } from '@toolwire/node';
import { noRedisServer, type RedisServer, startRedis } from '@toolwire/programs/redis';
import { afterEach, describe, expect, it } from 'vitest';
import { createRedisIdempotencyStore } from '../src/index.ts';
import { clientKinds } from './clients.ts';
import type { Effect } from './effect-tools.ts';
import { createHttpCaller, type HttpAnswer, type SentCall } from './http-caller.ts';
import { serveTools } from './serve-tools.ts';

describe.skipIf(noRedisServer !== undefined)(
  `two servers whose Redis fails${noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`}`,
  () => {
    const leftOver: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
    });

    interface Scene {
      readonly redis: RedisServer;
      readonly servers: readonly ListeningServer[];
      readonly effects: Effect[];
      readonly reported: unknown[];
      readonly send: (server: number, call: SentCall) => Promise<HttpAnswer>;
      readonly count: (callId: string, step: Effect['step']) => number;
    }
    const setUp = async (
      redisSettings: readonly string[],
      options: IdempotencyOptions = {},
      kind = 'node-redis 6',
      leaseMs = 3_000,
    ): Promise<Scene> => {
      const redis = await startRedis(...redisSettings);
      leftOver.push(() => redis.remove());
      const [effects, reported]: [Effect[], unknown[]] = [[], []];
      const servers: ListeningServer[] = [];
      for (let index = 0; index < 2; index += 1) {
        const { client, close } = await (clientKinds[kind] as (typeof clientKinds)[string])(redis.url);
        leftOver.push(close);
        const store = createRedisIdempotencyStore(client, { leaseMs });
        await store.ready();
        const settings = { storeTimeoutMs: 300, report: (error: unknown) => void reported.push(error), ...options };
        const server = await serveTools({ effects, store, idempotency: settings });
        servers.push(server);
        leftOver.push(() => server.close());
      }
      const caller = createHttpCaller();
      leftOver.push(async () => caller.close());
      return {
        redis,
        servers,
        effects,
        reported,
        send: (server, call) => caller.call((servers[server] as ListeningServer).url, call),
        count: (callId, step) => effects.filter((one) => one.callId === callId && one.step === step).length,
      };
    };
    const insist = async (send: () => Promise<HttpAnswer>): Promise<HttpAnswer> => {
      for (let tries = 0; ; tries += 1) {
        const answer = await send();
        if (answer.status === 200) return answer;
        expect(answer).toMatchObject({ status: 400, headers: { 'x-should-retry': 'true' } });
        if (tries === 600) throw new Error('Redis is back, and the server is not.');
        await wait(50);
      }
    };

    /** How many answers a Redis keeps. */

    it.each(Object.keys(clientKinds))(
      'FAULT-05: refuse with a retry hint while Redis does not respond, by %s',
      async (kind) => {
        const { redis, send, count, reported } = await setUp([], {}, kind);
        const call = { tool: 'Effect.Once', callId: randomUUID() };
        redis.signal('SIGSTOP');
        expect(await send(0, call)).toMatchObject({
          status: 400,
          headers: { 'retry-after': '1', 'x-should-retry': 'true' },
        });
        expect(reported).toHaveLength(1);
        expect(await send(1, { tool: 'Effect.Once' })).toMatchObject({ status: 200 });

        // The claim takes effect after its timeout. It is released, so no caller waits for its lease.
        redis.signal('SIGCONT');
        const answer = await insist(() => send(1, call));
        expect((await insist(() => send(0, call))).text).toBe(answer.text);
        expect(count(call.callId, 'begun')).toBe(1);
      },
    );

    it.each([
      ['within a lease', 1_000],
      ['later, after a refusal', 5_000],
    ])('FAULT-05: return a result only once it is stored: Redis is back %s', async (_when, silentMs) => {
      const { redis, send, count } = await setUp([]);
      const call = { tool: 'Effect.Once', callId: randomUUID(), input: { ms: 500 } };
      const answers: HttpAnswer[] = [];
      const running = send(0, call);
      void running.then((answer) => answers.push(answer));
      await expect.poll(() => count(call.callId, 'begun')).toBe(1);
      redis.signal('SIGSTOP');
      await wait(500 + silentMs);
      expect(answers.map(({ status }) => status)).toStrictEqual(silentMs > 3_000 ? [400] : []);
      expect(answers.every(({ text }) => text.includes('The tool has run'))).toBe(true);
      redis.signal('SIGCONT');
      const [first, second] = await Promise.all([insist(() => send(0, call)), insist(() => send(1, call))]);
      expect(second.text).toBe(first.text);
      if (silentMs <= 3_000) expect((await running).text).toBe(first.text);
      expect(count(call.callId, 'begun')).toBe(1);
    });

    // Of the calls, how many are made before Redis goes.
    const third = process.env['TEST_SCOPE'] === 'all' ? 40 : 16;
    const restarts = [
      ['keeps its data', ['appendonly yes', 'appendfsync always'], 'SIGKILL'],
      ['forgets everything', [], 'SIGKILL'],
      ['keeps its data', ['appendonly yes'], 'SIGTERM'],
    ] as const;
    // The graceful stop runs only with `npm test -- --all`, because a kill is the harder case.
    it.each(restarts.slice(0, process.env['TEST_SCOPE'] === 'all' ? 3 : 2))(
      'FAULT-06, FAULT-07: run nothing twice over a restart that %s (%o, %s)',
      async (_how, redisSettings, signal) => {
        // Running calls stay known if Redis is back within a lease, on a busy machine too.
        const { redis, send, effects, reported } = await setUp(redisSettings, {}, undefined, 10_000);
        const calls: Promise<{ readonly callId: string; readonly texts: string[] }>[] = [];
        const callTwice = async (n: number): Promise<{ callId: string; texts: string[] }> => {
          const call = { tool: 'Effect.Once', callId: randomUUID(), input: { n, ms: 200 } };
          const answers = await Promise.all([0, 1].map((server) => insist(() => send(server, call))));
          return { callId: call.callId, texts: answers.map(({ text }) => text) };
        };
        let forgotten = new Set<string>();
        for (let n = 0; n < 3 * third; n += 1) {
          calls.push(callTwice(n));
          await wait(10);
          if (n === third) {
            await redis.stop(signal);
            // A Redis without its data knows of no answer; only runs that go on are made known to it again.
            if (redisSettings.length === 0) {
              forgotten = new Set(effects.filter(({ step }) => step === 'done').map(({ callId }) => callId));
            }
          }
          if (n === 1.5 * third) await redis.start();
        }
        const answered = (await Promise.all(calls)).filter(({ callId }) => !forgotten.has(callId));
        expect(answered.length).toBeGreaterThan(1.75 * third);
        const begun = new Map<string, number>();
        for (const { callId, step } of effects) if (step === 'begun') begun.set(callId, (begun.get(callId) ?? 0) + 1);
        expect(answered.filter(({ callId }) => begun.get(callId) !== 1)).toStrictEqual([]);
        expect(answered.filter(({ texts }) => new Set(texts).size !== 1)).toStrictEqual([]);
        const lossReported = reported.some((error) => String(error).includes('Redis has lost data about calls'));
        expect(lossReported).toBe(redisSettings.length === 0);
      },
    );
  },
);
