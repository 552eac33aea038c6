import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { apiKey } from '@toolwire/auth';
import type { Stage } from '@toolwire/core';
import { createMemoryIdempotencyStore, type IdempotencyStore } from '@toolwire/idempotency';
import { idempotency } from '@toolwire/idempotency/stage';
import { type ListeningServer, listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { createToolServer, silentLogger } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisIdempotencyStore } from '../src/index.ts';
import { type OpenClient, openClient, removeKeys } from './clients.ts';
import { type Effect, effectTools } from './effect-tools.ts';
import { createHttpCaller, type HttpAnswer, type SentCall } from './http-caller.ts';
import { serveTools } from './serve-tools.ts';

const skipped = noRedis === undefined ? '' : `, skipped: ${noRedis}`;

describe.each([
  ['memory', false],
  ['Redis', true],
])('call IDs over HTTP, with calls stored in %s', (_name, onRedis) => {
  describe.skipIf(onRedis && noRedis !== undefined)(`of a server${onRedis ? skipped : ''}`, () => {
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    let redis: Pick<RedisServer, 'url' | 'remove'> | undefined;
    let opened: OpenClient | undefined;
    let store: IdempotencyStore = createMemoryIdempotencyStore();
    let listening: ListeningServer;
    const effects: Effect[] = [];
    const arrived = new Map<string, number>();
    // Counted once the call has asked for its id: on one connection, Redis hears that before it hears of the failure.
    const countArrived: Stage = (call, next) => {
      const outcome = next();
      arrived.set(call.callId, (arrived.get(call.callId) ?? 0) + 1);
      return outcome;
    };
    const untilTenWait = async (callId: string): Promise<void> => {
      while ((arrived.get(callId) ?? 0) < 10) await wait(5);
    };
    const caller = createHttpCaller(256);
    beforeAll(async () => {
      if (onRedis) {
        redis = await anyRedis();
        opened = await openClient(redis.url);
        store = createRedisIdempotencyStore(opened.client, { prefix, trustEmpty: true });
      }
      const server = createToolServer({
        tools: effectTools((effect) => void effects.push(effect), untilTenWait),
        wires: [otc()],
        around: [countArrived, idempotency({ store, storeTimeoutMs: 30_000 })],
        validator: ajv(),
        auth: apiKey({ keys: { ada: 'a', bob: 'b' }, allowShortKeys: true }),
        logger: silentLogger,
      });
      listening = await listen(server, 0);
    });
    afterAll(async () => {
      caller.close();
      await listening.close();
      if (opened !== undefined) await removeKeys(opened, prefix);
      await opened?.close();
      await redis?.remove();
    });
    const as = (key: string): Record<string, string> => ({ 'otc-api-key': key });
    const send = (call: SentCall): Promise<HttpAnswer> => caller.call(listening.url, { headers: as('a'), ...call });
    const stepsOf = (callId: string): string[] =>
      effects.filter((one) => one.callId === callId).map(({ step }) => step);

    it.concurrent('CASE-07: returns the response of the first call to the second, byte by byte, with a header', async () => {
      const callId = randomUUID();
      const first = await send({ tool: 'Effect.Once', callId, input: { n: 1, ms: 0 } });
      const second = await send({ tool: 'Effect.Once@1.0.0', callId, input: { ms: 0, n: 1.0 } });
      expect(first.body.result).toMatchObject({ call_id: callId, success: true });
      expect(second.text).toBe(first.text);
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect(stepsOf(callId)).toStrictEqual(['begun', 'done']);
    });

    it.concurrent('CASE-07: runs calls without a call ID, or with an empty one, separately', async () => {
      const answers = [
        await send({ tool: 'Effect.Once' }),
        await send({ tool: 'Effect.Once' }),
        await send({ tool: 'Effect.Once', callId: '' }),
      ];
      expect(new Set(answers.map(({ value }) => JSON.stringify(value))).size).toBe(3);
      for (const { headers } of answers) expect(headers['idempotency-replayed']).toBeUndefined();
    });

    it.concurrent('CASE-07, REL-11: requires the secrets of a call before it returns the result', async () => {
      const callId = randomUUID();
      const secret = (value: string): object => ({ secrets: [{ id: 'KEY', value }] });
      const first = await send({ tool: 'Effect.Secret', callId, context: secret('own') });
      expect((await send({ tool: 'Effect.Secret', callId, context: secret('own') })).text).toBe(first.text);
      expect(await send({ tool: 'Effect.Secret', callId })).toMatchObject({ status: 400 });
      expect(stepsOf(callId)).toStrictEqual(['begun', 'done']);
      const other = await send({ tool: 'Effect.Secret', callId, context: secret('of another') });
      expect(other.body.result?.success).toBe(true);
      expect(other.text).not.toBe(first.text);
      expect(other.headers['idempotency-replayed']).toBeUndefined();
    });

    it.concurrent.each([
      ['other input', { input: { n: 2 } }],
      ['another tool', { tool: 'Effect.Again' }],
    ])(
      'CASE-08: responds with 400 to %s under the same ID, runs nothing, and keeps the first result',
      async (_what, other) => {
        const callId = randomUUID();
        const call = { tool: 'Effect.Once', callId, input: { n: 1 } };
        const first = await send(call);
        const conflict = await send({ ...call, ...other });
        expect(conflict.status).toBe(400);
        expect(conflict.body.message).toContain('was used for a different call before');
        expect((await send(call)).text).toBe(first.text);
        expect(stepsOf(callId)).toStrictEqual(['begun', 'done']);
      },
    );

    it.concurrent('CASE-08: responds with 400 at once while the first call runs', async () => {
      const callId = randomUUID();
      const first = send({ tool: 'Effect.Once', callId, input: { ms: 3_000 } });
      await untilBegun(callId);
      expect((await send({ tool: 'Effect.Once', callId, input: { ms: 3_001 } })).status).toBe(400);
      expect(stepsOf(callId)).toStrictEqual(['begun']);
      await first;
    });

    it.concurrent('CASE-09: runs once for 50 concurrent calls, and returns the same body to all', async () => {
      const callId = randomUUID();
      const call = { tool: 'Effect.Once', callId, input: { n: 1, ms: 200 } };
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(call)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.map(({ status }) => status)).toStrictEqual(Array(50).fill(200));
      expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
      expect(stepsOf(callId)).toStrictEqual(['begun', 'done']);
    });

    it.concurrent('CASE-09: responds to joined callers after the first caller has left', async () => {
      const callId = randomUUID();
      const call = { tool: 'Effect.Once', callId, input: { ms: 300 } };
      const bothJoined = async (): Promise<void> => {
        while ((arrived.get(callId) ?? 0) < 3) await wait(5);
      };
      const left = caller.callAndLeave(listening.url, { headers: as('a'), ...call }, bothJoined);
      await untilBegun(callId);
      const joined = await Promise.all([send(call), send(call)]);
      await left;
      expect(joined.map(({ body }) => body.result?.success)).toStrictEqual([true, true]);
      expect(joined[0]?.text).toBe(joined[1]?.text);
      expect(stepsOf(callId)).toStrictEqual(['begun', 'done']);
    });

    it.concurrent('CASE-10: runs again after a retryable failure, and returns that failure to all waiting callers', async () => {
      const callId = randomUUID();
      const call = { tool: 'Effect.Flaky', callId };
      const failures = await Promise.all(Array.from({ length: 10 }, () => send(call)));
      for (const { body } of failures) {
        expect(body.result).toMatchObject({ success: false, error: { message: 'Busy', can_retry: true } });
      }
      const second = await send(call);
      expect(second.body.result?.success).toBe(true);
      expect((await send(call)).text).toBe(second.text);
      expect(stepsOf(callId)).toStrictEqual(['begun', 'begun', 'done']);
    });

    it.concurrent('CASE-10: never stores 400 and 422', async () => {
      const callId = randomUUID();
      expect(await send({ tool: 'Effect.Once', callId, input: { n: 'one' } })).toMatchObject({ status: 422 });
      expect(await send({ tool: 'Effect.Secret', callId })).toMatchObject({ status: 400 });
      expect(await send({ tool: 'Effect.Once', callId, input: { n: 1 } })).toMatchObject({ status: 200 });
    });

    it.concurrent('CASE-10: never returns the response of another caller', async () => {
      const callId = randomUUID();
      const call = { tool: 'Effect.Once', callId, input: { n: 1 } };
      const answers = [
        await send(call),
        await send({ ...call, headers: as('b') }),
        await send({ ...call, context: { user_id: 'eve' } }),
      ];
      expect(new Set(answers.map(({ text }) => text)).size).toBe(3);
      expect(await send({ ...call, headers: as('b') })).toMatchObject({ text: answers[1]?.text });
    });

    it.concurrent('CASE-16: repeats a timeout without another run', async () => {
      const callId = randomUUID();
      const call = { tool: 'Effect.Deaf', callId, input: { ms: 400 } };
      const [first, joined] = await Promise.all([send(call), send(call)]);
      expect(first.body.result).toMatchObject({
        success: false,
        error: { message: expect.stringContaining('did not answer within') as string },
      });
      expect(first.body.result?.error).not.toHaveProperty('can_retry');
      expect(joined.text).toBe(first.text);
      expect((await send(call)).text).toBe(first.text);
      await wait(400);
      expect((await send(call)).text).toBe(first.text);
      expect(stepsOf(callId)).toStrictEqual(['begun', 'done']);
    });

    it.concurrent('CASE-16: runs an idempotent tool again', async () => {
      const callId = randomUUID();
      const call = { tool: 'Effect.DeafAgain', callId, input: { ms: 200 } };
      expect((await send(call)).body.result?.error).toMatchObject({ can_retry: true });
      await send(call);
      expect(stepsOf(callId).filter((step) => step === 'begun')).toHaveLength(2);
    });

    it.concurrent('CASE-17: continues a call with a call ID after its caller has left, and returns the result to a repeat', async () => {
      const callId = randomUUID();
      const call = { tool: 'Effect.Once', callId, input: { ms: 300 } };
      await caller.callAndLeave(listening.url, { headers: as('a'), ...call }, () => untilBegun(callId));
      const back = await send(call);
      expect(back.body.result?.success).toBe(true);
      expect(back.headers['idempotency-replayed']).toBe('true');
      expect(stepsOf(callId)).toStrictEqual(['begun', 'done']);
    });

    // Without a repeat, because no caller knows the ID of its effects.
    it('CASE-17: ends a call without a call ID when its caller leaves', async () => {
      const before = effects.length;
      const call = { headers: as('a'), tool: 'Effect.Once', input: { ms: 60_000 } };
      const steps = (): string[] => effects.slice(before).map(({ step }) => step);
      await caller.callAndLeave(listening.url, call, () => expect.poll(steps).toStrictEqual(['begun']));
      await expect.poll(steps).toStrictEqual(['begun', 'aborted']);
    });

    it.concurrent('interrupts a call with its server, and lets the next server rerun an idempotent call', async () => {
      const stopping = await serveTools({ effects, store });
      const next = await serveTools({ effects, store });
      const calls = ['Effect.Once', 'Effect.Again'].map((tool) => ({
        tool,
        callId: randomUUID(),
        input: { ms: 3_000 },
      }));
      const waiting = calls.map((call) => caller.call(stopping.url, call));
      for (const { callId } of calls) await untilBegun(callId);
      await stopping.close({ deadlineMs: 50 });
      const [once, again] = (await Promise.all(waiting)).map(({ body }) => body.result?.error);
      expect(once).toMatchObject({ message: 'The server stopped before the tool was done.' });
      expect(once).not.toHaveProperty('can_retry');
      expect(again).toMatchObject({ can_retry: true });
      const [doubted, ran] = await Promise.all(calls.map((call) => caller.call(next.url, call)));
      await next.close();
      expect(doubted?.body.result?.error?.message).toContain('it is unknown what the tool has done');
      expect(ran?.body.result?.success).toBe(true);
      expect(calls.map(({ callId }) => stepsOf(callId))).toStrictEqual([
        ['begun', 'aborted'],
        ['begun', 'aborted', 'begun', 'done'],
      ]);
    });

    it.concurrent('finishes a call with a call ID before the server closes, even if its caller has left', async () => {
      const stopping = await serveTools({ effects, store });
      const next = await serveTools({ effects, store });
      const call = { tool: 'Effect.Once', callId: randomUUID(), input: { ms: 300 } };
      await caller.callAndLeave(stopping.url, call, () => untilBegun(call.callId));
      await stopping.close({ deadlineMs: 30_000 });
      expect(stepsOf(call.callId)).toStrictEqual(['begun', 'done']);
      expect((await caller.call(next.url, call)).headers['idempotency-replayed']).toBe('true');
      await next.close();
      expect(stepsOf(call.callId)).toStrictEqual(['begun', 'done']);
    });

    async function untilBegun(callId: string): Promise<void> {
      while (stepsOf(callId).length === 0) await wait(5);
    }
  });
});
