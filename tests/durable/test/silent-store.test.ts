import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { noPostgresServer } from '@toolwire/programs/postgres';
import { noRedisServer } from '@toolwire/programs/redis';
import { Redis } from 'ioredis';
import { defineTool, silentLogger, toolwire } from 'toolwire';
import { afterEach, describe, expect, it } from 'vitest';
import { type BackendKind, openBackend } from '../src/backends.ts';
import { startDatabase } from '../src/database-under-test.ts';
import { startStallingProxy } from '../src/stalling-proxy.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleanUps.splice(0).reverse()) await one();
});

/** A response to a call. */
interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly mayHaveRun: string | null;
  readonly text: string;
}

/** Starts a server whose store is behind a proxy, and a worker that reaches the store directly. */
async function startServers(kind: BackendKind) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-silent-'));
  cleanUps.push(async () => rmSync(folder, { recursive: true, force: true }));
  const database = await startDatabase(kind, folder, []);
  cleanUps.push(() => database.remove());
  const proxy = await startStallingProxy(database.url);
  cleanUps.push(() => proxy.close());
  const effects: string[] = [];
  const pay = defineTool({
    id: 'Work.Pay',
    version: '1.0.0',
    description: 'Pays once.',
    taskSupport: 'optional',
    run: (_, { callId }) => {
      effects.push(callId);
      return callId;
    },
  });
  const serve = async (url: string) => {
    const backend = await openBackend({ kind, url, leaseMs: 60_000, timeoutMs: 800 });
    cleanUps.push(() => backend.close());
    return toolwire({
      tools: [pay],
      tasks: { store: backend.store, engine: backend.engine, sweepMs: 200 },
      limits: { deferAfterMs: 300 },
      logger: silentLogger,
    });
  };
  const web = await (await serve(proxy.url)).listen(0, { work: false, closeOnSignals: false });
  cleanUps.push(() => web.close({ graceMs: 0 }));
  const worker = await (await serve(database.url)).work({ closeOnSignals: false });
  cleanUps.push(() => worker.close());

  const post = async (path: string, callId: string): Promise<Answer> => {
    const response = await fetch(`${web.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request: { call_id: callId, tool_id: 'Work.Pay', input: {} } }),
    });
    const { status, headers } = response;
    const text = await response.text();
    return { status, text, retryAfter: headers.get('retry-after'), mayHaveRun: headers.get('call-may-have-run') };
  };
  /** Repeats the call until a response has no retry delay. */
  const finalAnswer = async (callId: string): Promise<Answer> => {
    for (;;) {
      const answer = await post('/tools/call', callId);
      if (answer.retryAfter === null) return answer;
      await wait(200);
    }
  };
  return {
    database,
    proxy,
    effects,
    finalAnswer,
    call: (id: string) => post('/tools/call', id),
    cancel: (id: string) => post('/tools/cancel', id),
  };
}

type Servers = Awaited<ReturnType<typeof startServers>>;

/** Sends calls while a fault of the store lasts. */
async function callDuring(servers: Servers, fault: () => Promise<void>): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const calls: Promise<unknown>[] = [];
  let isOver = false;
  const over = fault().finally(() => {
    isOver = true;
  });
  for (let n = 0; !isOver; n += 1) {
    const id = `call-${n}`;
    calls.push(servers.call(id).then((answer) => answers.set(id, answer)));
    await wait(50);
  }
  await over;
  await Promise.all(calls);
  return answers;
}

async function expectOneEffectEach(servers: Servers, answers: ReadonlyMap<string, Answer>): Promise<void> {
  const refused = [...answers.values()].filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 400, retryAfter: '1', mayHaveRun: 'true' });
    expect(answer.text).not.toMatch(/did not run/i);
  }
  for (const id of answers.keys()) {
    expect(await servers.finalAnswer(id)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"success":true') as string,
    });
  }
  expect(servers.effects.toSorted()).toEqual([...answers.keys()].toSorted());
}

const kinds: readonly (readonly [BackendKind, string | undefined])[] = [
  ['bullmq-redis', noRedisServer],
  ['bullmq-postgres', noPostgresServer],
];

describe.each(kinds)('while %s does not respond', (kind, reason) => {
  const skipped = reason === undefined ? '' : `, skipped: ${reason}`;

  it.skipIf(reason !== undefined)(
    `FAULT-05: each caller gets a retry delay, no response states that the tool did not run, and each call has its effect once${skipped}`,
    async () => {
      const servers = await startServers(kind);
      const silent = async (): Promise<void> => {
        servers.proxy.stall();
        await wait(3_000);
        servers.proxy.resume();
      };
      await expectOneEffectEach(servers, await callDuring(servers, silent));
    },
  );

  it.skipIf(reason !== undefined)(
    `FAULT-05: a canceled call has an effect only if its response does not state that it did not run${skipped}`,
    async () => {
      const servers = await startServers(kind);
      servers.proxy.stall();
      const ids = Array.from({ length: 20 }, (_, n) => `call-${n}`);
      const calls = ids.map((id) => servers.call(id));
      await wait(300);
      const cancels = ids.map((id) => servers.cancel(id));
      await wait(200);
      servers.proxy.resume();
      const first = await Promise.all(calls);
      for (const { status, retryAfter } of await Promise.all(cancels)) {
        expect([status, retryAfter]).toEqual(status === 202 ? [202, null] : [400, '1']);
      }
      const last = await Promise.all(ids.map(servers.finalAnswer));
      for (const [n, id] of ids.entries()) {
        const ran = servers.effects.filter((one) => one === id).length;
        for (const { text, retryAfter } of [first[n], last[n]].flatMap((answer) => answer ?? [])) {
          if (text.includes('"success":true')) expect(ran, id).toBe(1);
          else if (text.includes('did not run')) expect(ran, id).toBe(0);
          else if (retryAfter === null) expect(text, id).toContain('may have had an effect');
        }
      }
    },
  );
});

describe('while Redis', () => {
  const skipped = noRedisServer === undefined ? '' : `, skipped: ${noRedisServer}`;

  it.skipIf(noRedisServer !== undefined)(
    `FAULT-05: is paused, each caller gets a retry delay, and each call has its effect once${skipped}`,
    async () => {
      const servers = await startServers('bullmq-redis');
      await expectOneEffectEach(servers, await callDuring(servers, () => servers.database.inject('pause database')));
    },
  );

  it.skipIf(noRedisServer !== undefined)(
    `FAULT-22: is a read-only replica, each caller gets a retry delay, and each call has its effect once${skipped}`,
    async () => {
      const servers = await startServers('bullmq-redis');
      const admin = new Redis(servers.database.url);
      cleanUps.push(async () => admin.disconnect());
      const readOnly = async (): Promise<void> => {
        await admin.replicaof('127.0.0.1', '1');
        await wait(3_000);
        await admin.replicaof('NO', 'ONE');
      };
      await expectOneEffectEach(servers, await callDuring(servers, readOnly));
    },
  );
});
