import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, removeKeys } from './clients.ts';
import { type EffectLog, openEffectLog } from './effect-log.ts';
import { createHttpCaller, type HttpAnswer, type SentCall } from './http-caller.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import type { CrashPoint, ServerSettings } from './server-settings.ts';

describe.skipIf(noRedis !== undefined)(
  `servers in several processes on one Redis${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  () => {
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    let log: EffectLog;
    let here: ServerProcess;
    let there: ServerProcess;
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    const others: ServerProcess[] = [];
    const crashPoints: readonly CrashPoint[] = ['claim', 'effect', 'record'];
    const doomed = new Map<CrashPoint | undefined, Promise<ServerProcess>>();
    const caller = createHttpCaller(64);
    const start = async (settings: Partial<ServerSettings> = {}): Promise<ServerProcess> => {
      const server = await startServer({ redisUrl: redis.url, prefix, effects: log.folder, ...settings });
      others.push(server);
      return server;
    };
    beforeAll(async () => {
      redis = await anyRedis();
      log = openEffectLog();
      // FAULT-12: their clocks are two hours apart, and both wrong.
      [here, there] = await Promise.all([start({ clockSkewMs: 3_600_000 }), start({ clockSkewMs: -3_600_000 })]);
      // Those that are to be killed start while the others are at work.
      for (const crashAt of [undefined, ...crashPoints]) doomed.set(crashAt, start({ crashAt, crashCalls: 3 }));
    });
    afterAll(async () => {
      caller.close();
      await Promise.all(doomed.values());
      for (const { kill } of others) await kill();
      log.remove();
      const cleaner = await openClient(redis.url);
      await removeKeys(cleaner, prefix);
      await cleaner.close();
      await redis.remove();
      // Those that were to be killed may be starting yet.
    });
    const call = (server: ServerProcess, sent: SentCall): Promise<HttpAnswer> => caller.call(server.url, sent);
    /** Retries as the server asks, for example when a busy process considers Redis silent. */
    const insist = async (server: ServerProcess, sent: SentCall): Promise<HttpAnswer> => {
      for (let tries = 1; ; tries += 1) {
        const answer = await call(server, sent);
        if (answer.headers['x-should-retry'] !== 'true' || tries === 100) return answer;
        await wait(100);
      }
    };
    const untilBegun = async (callId: string): Promise<void> => {
      while (log.count(callId, 'begun') === 0) await wait(10);
    };

    // A thousand with `npm test -- --all`.
    const count = process.env['TEST_SCOPE'] === 'all' ? 1_000 : 100;
    it(`FAULT-09, FAULT-12: run ${count} different calls, each sent to both, and one call sent ${count} times, each once`, async () => {
      const ids = Array.from({ length: count }, () => randomUUID());
      const same = randomUUID();
      const sent = ids.flatMap((callId, n) => [
        { server: here, call: { tool: 'Effect.Once', callId, input: { n } } },
        { server: there, call: { tool: 'Effect.Once', callId, input: { n } } },
        { server: n % 2 === 0 ? here : there, call: { tool: 'Effect.Once', callId: same, input: { n: -1 } } },
      ]);
      const answers = await Promise.all(sent.map((one) => insist(one.server, one.call)));

      const runs = log.countAll('done');
      expect([...ids, same].filter((id) => runs.get(id) !== 1)).toStrictEqual([]);
      const wrong = answers.filter(({ status, body, value }, index) => {
        const { callId, input } = sent[index]?.call ?? {};
        return status !== 200 || body.result?.call_id !== callId || (value as { n: number }).n !== input?.n;
      });
      expect(wrong).toStrictEqual([]);
      const textsOf = new Map<string, Set<string>>();
      for (const [index, { text }] of answers.entries()) {
        const { callId = '' } = sent[index]?.call ?? {};
        textsOf.set(callId, (textsOf.get(callId) ?? new Set()).add(text));
      }
      expect([...textsOf.values()].filter((texts) => texts.size > 1)).toStrictEqual([]);
      expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(count + 1);
    });

    it('FAULT-20: let one of 50 waiting callers run a call again whose process was killed, and return its result to all', async () => {
      const owner = await (doomed.get(undefined) as Promise<ServerProcess>);
      const callId = randomUUID();
      const sent = { tool: 'Effect.Again', callId, input: { n: 7, ms: 3_000 } };
      const lost = Promise.allSettled([call(owner, sent)]);
      await untilBegun(callId);
      const waiting = Promise.all(Array.from({ length: 50 }, (_, index) => call(index % 2 ? here : there, sent)));
      await wait(200);
      await owner.kill();
      expect((await lost)[0].status).toBe('rejected');
      const answers = await waiting;
      expect(log.count(callId, 'begun')).toBe(2);
      expect(log.count(callId, 'done')).toBe(1);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]?.value).toMatchObject({ n: 7 });
      expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    });

    it.each<[CrashPoint, Record<string, [effects: number, answer: 'value' | 'doubt']>]>([
      ['claim', { 'Effect.Once': [0, 'doubt'], 'Effect.Again': [1, 'value'], 'Effect.Paid': [1, 'value'] }],
      // No store can know about an effect: the tool that is given the key can.
      ['effect', { 'Effect.Once': [1, 'doubt'], 'Effect.Again': [2, 'value'], 'Effect.Paid': [1, 'value'] }],
      ['record', { 'Effect.Once': [1, 'value'], 'Effect.Again': [1, 'value'], 'Effect.Paid': [1, 'value'] }],
    ])(
      'FAULT-10: a process that is killed after the %s has the outcome that the tool allows',
      async (crashAt, expected) => {
        const tools = Object.keys(expected);
        const owner = await (doomed.get(crashAt) as Promise<ServerProcess>);
        const calls = tools.map((tool) => ({ tool, callId: randomUUID() }));
        await Promise.allSettled(calls.map((one) => call(owner, one)));
        await owner.ended;
        const retries = await Promise.all(calls.map((one) => call(here, one)));
        const seen = calls.map(({ tool, callId }, index) => {
          const { result } = retries[index]?.body ?? {};
          const answer = result?.success === true ? 'value' : 'doubt';
          return [tool, [log.count(callId, 'done'), answer]];
        });
        expect(Object.fromEntries(seen)).toStrictEqual(expected);
        // The result is final: later repeats don't run it, and get the same response.
        const again = await Promise.all(calls.map((one) => call(there, one)));
        expect(again.map(({ text }) => text)).toStrictEqual(retries.map(({ text }) => text));
      },
    );

    it.each<[string, () => ServerProcess]>([
      ['the one in which it runs', () => here],
      ['another one', () => there],
    ])('end a call within about a second that is canceled at %s, and never run it again', async (_which, asked) => {
      const sent = { tool: 'Effect.Once', callId: randomUUID(), input: { ms: 120_000 } };
      const first = call(here, sent);
      await untilBegun(sent.callId);
      const waiting = call(there, sent);
      expect(await caller.cancel(asked().url, sent)).toBe(202);
      const answers = await Promise.all([first, waiting]);
      for (const { body } of answers) expect(body.result?.error?.message).toMatch(/was canceled/);
      expect(log.count(sent.callId, 'aborted')).toBe(1);
      for (const server of [here, there]) expect((await call(server, sent)).body.result?.success).toBe(false);
      expect(log.count(sent.callId, 'begun')).toBe(1);
      expect(log.count(sent.callId, 'done')).toBe(0);
    });

    it('CASE-08: reject a different call with the ID of a running one', async () => {
      const callId = randomUUID();
      const first = call(here, { tool: 'Effect.Once', callId, input: { ms: 3_000 } });
      await untilBegun(callId);
      expect(await call(there, { tool: 'Effect.Once', callId, input: { ms: 3_001 } })).toMatchObject({ status: 400 });
      expect((await first).status).toBe(200);
    });
  },
);
