import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Claim } from '@toolwire/idempotency';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { send as sendCommand } from '../src/connection/redis-client.ts';
import { createRedisIdempotencyStore, createRedisRateStore, type RedisIdempotencyStoreOptions } from '../src/index.ts';
import { openClient } from './clients.ts';
import { openEffectLog } from './effect-log.ts';
import type { Effect } from './effect-tools.ts';
import { type ClockedRedis, noClockedRedis, startClockedRedis } from './fake-clock.ts';
import { createHttpCaller, type HttpAnswer, type SentCall } from './http-caller.ts';
import { serveTools } from './serve-tools.ts';
import { startServer } from './server-process.ts';

const prefix = '{toolwire}:idempotency:';
const minutes = 60_000;
const hours = 60 * minutes;

// Each is a server of Redis with programs around it: for `npm test -- --all`.
describe.skipIf(process.env['TEST_SCOPE'] !== 'all' || noClockedRedis !== undefined)(
  `FAULT-12: a Redis whose own clock jumps${noClockedRedis === undefined ? '' : `, skipped: ${noClockedRedis}`}`,
  () => {
    const leftOver: (() => Promise<void> | void)[] = [];
    const caller = createHttpCaller();
    let redis: ClockedRedis;
    let client: Awaited<ReturnType<typeof openClient>>['client'];
    let offsetMs = 0;
    beforeEach(async () => {
      redis = await startClockedRedis();
      leftOver.push(() => redis.remove());
      client = await open();
      offsetMs = 0;
    });
    afterEach(async () => {
      for (const tidyUp of leftOver.splice(0).reverse()) await tidyUp();
    });

    const open = async (): Promise<typeof client> => {
      const opened = await openClient(redis.url);
      leftOver.push(opened.close);
      return opened.client;
    };
    const readClock = async (): Promise<number> => {
      const [seconds, microseconds] = ((await sendCommand(client, ['TIME'])) as string[]).map(Number);
      return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    };
    const jump = async (byMs: number): Promise<void> => {
      const [before, askedAt] = [await readClock(), performance.now()];
      offsetMs += byMs;
      redis.setClock(offsetMs);
      const jumped = (await readClock()) - before;
      const tookMs = performance.now() - askedAt;
      expect(jumped - byMs).toBeGreaterThan(-1_000);
      expect(jumped - byMs).toBeLessThan(tookMs + 1_000);
    };
    const store = (options: RedisIdempotencyStoreOptions = {}): ReturnType<typeof createRedisIdempotencyStore> =>
      createRedisIdempotencyStore(client, { leaseMs: 500, trustEmpty: true, ...options });

    interface Servers {
      readonly send: (server: number, call: SentCall) => Promise<HttpAnswer>;
      readonly count: (callId: string, step: Effect['step']) => number;
    }
    /** Three, so that one can run a call, one wait for it, and one come to it later. */
    const serve = async (leaseMs: number): Promise<Servers> => {
      const effects: Effect[] = [];
      const urls: string[] = [];
      for (let index = 0; index < 3; index += 1) {
        const own = createRedisIdempotencyStore(await open(), { leaseMs, trustEmpty: true });
        await own.ready();
        const server = await serveTools({ effects, store: own });
        leftOver.push(() => server.close());
        urls.push(server.url);
      }
      return {
        send: (server, call) => caller.call(urls[server] as string, call),
        count: (callId, step) => effects.filter((one) => one.callId === callId && one.step === step).length,
      };
    };

    it.each([
      ['forward, past every time limit', 3 * hours],
      ['forward, past its lease', minutes],
      ['backward', -3 * hours],
    ])('%s: a running call is not taken over, and its result reaches all callers', async (_how, byMs) => {
      const { send, count } = await serve(3_000);
      const calls = ['Effect.Once', 'Effect.Again'].map((tool) => ({
        tool,
        callId: randomUUID(),
        input: { n: 1, ms: 2_000 },
      }));
      const sendTo = (server: number): Promise<HttpAnswer[]> => Promise.all(calls.map((call) => send(server, call)));
      const owner = sendTo(0);
      await expect.poll(() => calls.map(({ callId }) => count(callId, 'begun'))).toStrictEqual([1, 1]);
      const waiting = sendTo(1);
      await wait(100);
      await jump(byMs);
      const late = sendTo(2);
      const first = await owner;
      for (const answer of first) {
        expect(answer).toMatchObject({ status: 200, value: { n: 1 } });
        expect(answer.headers['idempotency-replayed']).toBeUndefined();
      }
      const texts = first.map(({ text }) => text);
      expect((await waiting).map(({ text }) => text)).toStrictEqual(texts);
      expect((await late).map(({ text }) => text)).toStrictEqual(texts);
      expect(calls.map(({ callId }) => count(callId, 'begun'))).toStrictEqual([1, 1]);
    });

    it('forward by days: a run may start again while the first one continues, but all callers get one result', async () => {
      const [first, second] = [claimOf('a'), claimOf('a')];
      await store().claim(first);
      const { send, count } = await serve(3_000);
      const call = { tool: 'Effect.Once', callId: randomUUID(), input: { n: 1, ms: 1_000 } };
      const owner = send(0, call);
      await expect.poll(() => count(call.callId, 'begun')).toBe(1);
      await jump(2 * 24 * hours);
      expect(await store().claim(second)).toStrictEqual({ state: 'acquired' });
      expect(await store().settle(first, { retention: 'stored', text: 'first', bytes: 5 })).toBe('taken');
      const texts = (await Promise.all([owner, send(1, call), send(2, call)])).map(({ text }) => text);
      expect(new Set(texts).size).toBe(1);
      expect(count(call.callId, 'begun')).toBeLessThanOrEqual(2);
    });

    it.each([
      ['forward', 3 * hours],
      ['backward', -3 * hours],
    ])(
      '%s: after one lease, a caller that waits for a killed process is informed, or runs the call',
      async (_how, byMs) => {
        const { send, count } = await serve(3_000);
        const log = openEffectLog();
        leftOver.push(() => log.remove());
        const owner = await startServer({ redisUrl: redis.url, prefix, effects: log.folder, leaseMs: 3_000 });
        leftOver.push(() => owner.kill());
        const [once, again] = ['Effect.Once', 'Effect.Again'].map((tool) => ({ tool, callId: randomUUID() }));
        const calls = [once, again].map((call) => ({
          ...(call as SentCall & { callId: string }),
          input: { n: 1, ms: 3_000 },
        }));
        const lost = Promise.allSettled(calls.map((call) => caller.call(owner.url, call)));
        while (log.countAll('begun').size < 2) await wait(10);
        await owner.kill();
        await lost;
        const waiting = calls.map((call) => send(0, call));
        await wait(100);
        await jump(byMs);
        const late = calls.map((call) => send(1, call));
        const [inDoubt, value] = await Promise.all(waiting);
        const [inDoubtToo, valueToo] = await Promise.all(late);
        expect(inDoubt?.text).toContain('it is unknown what the tool has done');
        expect(inDoubtToo?.text).toBe(inDoubt?.text);
        expect(value).toMatchObject({ status: 200, value: { n: 1 } });
        expect(valueToo?.text).toBe(value?.text);
        expect(calls.map(({ callId }) => count(callId, 'begun'))).toStrictEqual([0, 1]);
      },
    );

    it('forward: results expire by the clock, after which a repeat runs again', async () => {
      const { send, count } = await serve(3_000);
      const call = { tool: 'Effect.Once', callId: randomUUID(), input: { n: 1 } };
      const first = await send(0, call);
      await jump(10 * minutes);
      expect((await send(1, call)).text).toBe(first.text);
      await jump(10 * minutes);
      const second = await send(1, call);
      expect(second.headers['idempotency-replayed']).toBeUndefined();
      expect((await send(2, call)).text).toBe(second.text);
      expect(count(call.callId, 'begun')).toBe(2);
    });

    it('backward: results stay stored, and new calls run', async () => {
      const { send, count } = await serve(3_000);
      const [old, fresh] = [randomUUID(), randomUUID()].map((callId) => ({ tool: 'Effect.Once', callId })) as [
        SentCall & { callId: string },
        SentCall & { callId: string },
      ];
      const first = await send(0, old);
      await jump(-3 * hours);
      expect((await send(1, old)).text).toBe(first.text);
      const texts = (await Promise.all([0, 1, 2].map((server) => send(server, fresh)))).map(({ text }) => text);
      expect(new Set(texts).size).toBe(1);
      expect([old, fresh].map(({ callId }) => count(callId, 'begun'))).toStrictEqual([1, 1]);
    });

    it('back and forth by minutes: every call runs once, and no caller gets the result of another', async () => {
      const { send, count } = await serve(3_000);
      const calls = Array.from({ length: 90 }, (_, n) => ({
        tool: 'Effect.Once',
        callId: randomUUID(),
        input: { n, ms: 200 },
      }));
      const answers: Promise<HttpAnswer[]>[] = [];
      for (const [n, call] of calls.entries()) {
        answers.push(Promise.all([0, 1, 2].map((server) => send(server, call))));
        await wait(20);
        if (n % 10 === 9) await jump((n % 20 === 9 ? 5 : -5) * minutes);
      }
      for (const [n, ofCall] of (await Promise.all(answers)).entries()) {
        expect(new Set(ofCall.map(({ text }) => text)).size).toBe(1);
        expect(ofCall[0]).toMatchObject({ status: 200, body: { result: { call_id: calls[n]?.callId } }, value: { n } });
      }
      expect(calls.filter(({ callId }) => count(callId, 'begun') !== 1)).toStrictEqual([]);
    });

    it('backward and forward: a claim without renewal is free after one lease, and not before', async () => {
      for (const byMs of [-3 * hours, 3 * hours, -3 * hours]) {
        const [lost, renewed] = [claimOf(randomUUID()), claimOf(randomUUID())];
        const claimedAt = performance.now();
        for (const claim of [lost, renewed]) expect(await store().claim(claim)).toStrictEqual({ state: 'acquired' });
        await jump(byMs);
        const jumpedAt = performance.now();
        let found = await store().claim(claimOf(lost.key));
        while (found.state === 'running' && performance.now() - jumpedAt < 30_000) {
          await wait(20);
          await store().renew([renewed]);
          found = await store().claim(claimOf(lost.key));
        }
        expect(found).toStrictEqual({ state: 'in_doubt' });
        expect(performance.now() - claimedAt).toBeGreaterThan(450);
        expect(await store().claim(claimOf(renewed.key))).toStrictEqual({ state: 'running', token: renewed.token });
        expect(await store().claim(claimOf(lost.key, true))).toStrictEqual({ state: 'acquired' });
      }
    });

    it('backward after a data loss: calls are refused for one lease', async () => {
      const own = store({ leaseMs: 5_000 });
      await own.claim(claimOf('a'));
      await sendCommand(client, ['FLUSHALL']);
      const claim = async (): Promise<unknown> => own.claim(claimOf('b'));
      await expect(claim()).rejects.toThrow('Redis has lost data about calls');
      await jump(-3 * hours);
      await expect(claim()).rejects.toThrow('Redis has lost data about calls');
      await wait(5_500);
      expect(await claim()).toStrictEqual({ state: 'acquired' });
    });

    it('backward: a rate limit delays no call longer than its window', async () => {
      const rates = createRedisRateStore(client);
      const rule = { limit: 2, windowMs: 400 };
      for (const byMs of [-3 * hours, 3 * hours, -3 * hours]) {
        const key = randomUUID();
        const take = (): Promise<{ allowed: boolean; retryAfterMs: number }> =>
          Promise.resolve(rates.take(key, 1, rule));
        await take();
        await take();
        await jump(byMs);
        const next = await take();
        expect(next.retryAfterMs).toBeLessThanOrEqual(rule.windowMs);
        await wait(next.retryAfterMs + 2);
        expect([await take(), await take()].filter(({ allowed }) => allowed).length).toBeGreaterThan(0);
      }
    });
  },
);

function claimOf(key: string, takeOver = false): Claim {
  return { key, fingerprint: 'same', token: randomUUID(), takeOver };
}
