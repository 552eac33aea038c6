import { randomUUID } from 'node:crypto';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { call, newTask, next } from '@toolwire/programs/test-task';
import { completed, createMemoryTaskEngine, createTaskCalls, createTasks, StoreFullError } from '@toolwire/tasks';
import { lostClaimContract, taskStoreContract } from '@toolwire/tasks/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type NodeRedisClient, send } from '../src/connection/redis-client.ts';
import { createRedisTaskStore, type RedisTaskStore, type RedisTaskStoreOptions } from '../src/index.ts';
import { clientKindsOfRun, type OpenClient, removeKeys } from './clients.ts';
import { pass, slowed } from './pass-time.ts';

const day = { ttlMs: 86_400_000 };

describe.skipIf(noRedis !== undefined).each(clientKindsOfRun)(
  `the Redis task store by %s${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  (_name, open) => {
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    const clients: OpenClient[] = [];
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    beforeAll(async () => {
      redis = await anyRedis();
      for (let index = 0; index < 2; index += 1) clients.push(await open(redis.url));
    });
    afterAll(async () => {
      await removeKeys(clients[0] as OpenClient, prefix);
      for (const { close } of clients) await close();
      await redis.remove();
    });
    const command = (...parts: readonly [string, ...string[]]): Promise<unknown> =>
      send((clients[0] as OpenClient).client, parts);
    const storeAt = (place: string, options: RedisTaskStoreOptions = {}, client = 0): RedisTaskStore =>
      createRedisTaskStore((clients[client] as OpenClient).client, { prefix: `${prefix}${place}:`, ...options });

    it.concurrent.each(taskStoreContract)('$title', async ({ run }) => {
      const place = randomUUID();
      const { client } = clients[0] as OpenClient;
      const store = slowed(storeAt(place));
      await run({ store, pass: (ms) => pass(client, `${prefix}${place}:`, ms) });
    });

    it('grants slots after Redis has flushed its scripts', async () => {
      const store = storeAt(randomUUID());
      const [first, second] = [newTask(), newTask()];
      for (const task of [first, second]) await store.create(task);
      const slots = ['owner', 'tool'].map((name) => ({ name, max: 1 }));
      await command('SCRIPT', 'FLUSH');
      expect(await store.claim(first.id, 1, 60_000, slots)).toMatchObject({ kind: 'claimed' });
      await command('SCRIPT', 'FLUSH');
      expect(await store.claim(second.id, 1, 60_000, slots)).toStrictEqual({ kind: 'busy', forMs: 200 });
    });

    it('shares tasks and changes with other processes', async () => {
      const [here, there] = [storeAt('shared'), storeAt('shared', {}, 1)];
      const task = newTask();
      expect(await here.create(task)).toBe(true);
      expect(await there.read(task.id)).toStrictEqual(task);
      const listener = vi.fn<() => void>();
      const stop = here.watch(task.id, listener);
      await vi.waitFor(() => expect(listener).toHaveBeenCalled());
      listener.mockClear();
      expect(await there.claim(task.id, 1, 60_000)).toMatchObject({ kind: 'claimed', lost: false });
      await vi.waitFor(() => expect(listener).toHaveBeenCalled());
      expect(await here.claim(task.id, 1, 60_000)).toMatchObject({ kind: 'held' });
      stop();
    });

    it.concurrent.each(lostClaimContract)('$title', async ({ run }) => {
      const place = randomUUID();
      const { client } = clients[1] as OpenClient;
      const lossy: NodeRedisClient = {
        isReady: true,
        sendCommand: async ([name = '', ...rest]) => {
          const reply = await send(client, [name, ...rest]);
          return String(reply).startsWith('claimed') ? new Promise(() => undefined) : reply;
        },
      };
      const lossyStore = createRedisTaskStore(lossy, { prefix: `${prefix}${place}:`, timeoutMs: 300 });
      await run({ store: storeAt(place), lossyStore });
    });

    it('limits the tasks in total and per owner, and frees room when tasks expire', async () => {
      const place = randomUUID();
      const { client } = clients[0] as OpenClient;
      // Room for 12 tasks in total.
      const store = slowed(storeAt(place, { maxBytes: 32_212, maxTasksPerOwner: 2 }));
      const brief = newTask({ ttlMs: 300 });
      expect(await store.create(brief)).toBe(true);
      expect(await store.create(newTask())).toBe(true);
      expect(await store.create(newTask())).toBe(false);
      const other = newTask({ owner: 'bob' });
      expect(await store.create(other)).toBe(true);
      for (let n = 0; n < 9; n += 1) expect(await store.create(newTask({ owner: `owner ${n}` }))).toBe(true);
      expect(await store.create(newTask({ owner: null }))).toBe(false);
      await pass(client, `${prefix}${place}:`, 400);
      expect(await store.create(newTask())).toBe(true);
      await store.remove(other.id);
      expect(await store.create(newTask({ owner: null }))).toBe(true);
    });

    it('limits all anonymous callers together to their share of tasks and bytes', async () => {
      // The first size has room for 40 small tasks, the second for 40 tasks of about 9 400 bytes.
      for (const [maxBytes, length] of [
        [107_360, 0],
        [376_000, 8_000],
      ] as const) {
        const store = storeAt(randomUUID(), { maxBytes });
        const anonymous = { owner: null, share: 0.25, saved: 'x'.repeat(length) };
        const kept = await Promise.all(Array.from({ length: 1_000 }, async () => store.create(newTask(anonymous))));
        expect(kept.filter(Boolean)).toHaveLength(10);
        const task = newTask();
        expect(await store.create(task)).toBe(true);
        expect(await store.replace({ ...task, version: 2, result: 'x'.repeat(4_000) })).toBe(true);
      }
    });

    it('replaces the oldest ended task of an owner at its limit, and returns when that is possible', async () => {
      const place = randomUUID();
      const { client } = clients[0] as OpenClient;
      const store = storeAt(place, { maxTasksPerOwner: 3 });
      const [first, second, running] = [newTask(day), newTask(day), newTask(day)];
      for (const task of [running, first, second]) expect(await store.create(task)).toBe(true);
      for (const task of [first, second]) {
        expect(await store.replace({ ...task, version: 2, status: 'completed', result: 1 })).toBe(true);
      }
      expect(await store.create(newTask())).toBe(false);
      const roomInMs = await store.roomInMs?.(first.owner);
      expect(roomInMs).toBeGreaterThan(0);
      expect(roomInMs).toBeLessThanOrEqual(3_600_000);
      await pass(client, `${prefix}${place}:`, 36_100);
      expect(await store.create(newTask())).toBe(true);
      expect(await store.read(running.id)).toStrictEqual(running);
      // A task that has just ended is stored for that long.
      expect(await store.replace({ ...running, version: 2, status: 'failed', error: 1 })).toBe(true);
      for (let n = 0; n < 10; n += 1) await store.create(newTask());
      expect(await store.read(running.id)).toMatchObject({ status: 'failed' });
      expect(await store.read(first.id)).toBeUndefined();
    });

    it('does not delete an ended task that runs again when its owner needs room', async () => {
      const place = randomUUID();
      const store = storeAt(place, { maxTasksPerOwner: 1 });
      const task = newTask(day);
      const { client } = clients[0] as OpenClient;
      const ended = next(task, { status: 'failed', error: 1 });
      const again = next(ended, { status: 'working' });
      await store.create(task);
      for (const record of [ended, again]) expect(await store.replace(record)).toBe(true);
      await pass(client, `${prefix}${place}:`, 36_100);
      expect(await store.create(newTask())).toBe(false);
      expect(await store.read(task.id)).toMatchObject({ status: 'working' });
    });

    it('rejects a change to an ended task that was deleted to make room for it', async () => {
      const place = randomUUID();
      const store = storeAt(place, { maxBytes: 80_000 });
      const task = newTask(day);
      const { client } = clients[0] as OpenClient;
      const ended = next(task, { status: 'failed', error: 1 });
      await store.create(task);
      await store.create(newTask({ ...day, saved: 'x'.repeat(12_000) }));
      await store.replace(ended);
      await pass(client, `${prefix}${place}:`, 36_100);
      expect(await store.replace(next(ended, { status: 'working', saved: 'x'.repeat(7_000) }))).toBe(false);
      expect(await store.read(task.id)).toBeUndefined();
    });

    it('limits the bytes, and rejects a result that does not fit', async () => {
      const store = storeAt(randomUUID(), { maxBytes: 40_000 });
      const [task, other] = [newTask(), newTask({ owner: 'bob' })];
      await store.create(task);
      await store.create(other);
      const large = next(task, { status: 'completed', result: 'x'.repeat(9_500) });
      await expect(async () => store.replace(large)).rejects.toThrow(StoreFullError);
      expect(await store.read(task.id)).toStrictEqual(task);
      const fits = next(task, { result: 'x'.repeat(8_000) });
      expect(await store.replace(fits)).toBe(true);
      expect(await store.create(newTask())).toBe(false);
      expect(await store.replace(next(other, { result: 'x'.repeat(8_000) }))).toBe(true);
      expect(await store.replace(next(fits, { status: 'failed', result: null }))).toBe(true);
      expect(await store.create(newTask())).toBe(true);
    });

    it('leaves nothing behind', async () => {
      const place = randomUUID();
      const store = storeAt(place);
      const tasks = [newTask({ ttlMs: 400 }), newTask({ ttlMs: 200, owner: null }), newTask({ ttlMs: 300 })];
      for (const task of tasks) await store.create(task);
      await store.claim(tasks[0]?.id ?? '', 1, 60_000);
      await store.remove(tasks[2]?.id ?? '');
      await vi.waitFor(async () => expect(await command('KEYS', `${prefix}${place}:*`)).toStrictEqual([]));
    });

    it('contains no owner or ID of a task in its keys', async () => {
      const place = randomUUID();
      const store = storeAt(place);
      const task = newTask({ owner: 'ada@example.com' });
      await store.create(task);
      await store.claim(task.id, 1, 60_000);
      const keys = (await command('KEYS', `${prefix}${place}:*`)) as string[];
      const members = await Promise.all(
        ['leased', 'expiry'].map((index) => command('ZRANGE', `${prefix}${place}:${index}`, '0', '-1')),
      );
      const shown = JSON.stringify([keys, members]);
      expect(keys.length).toBeGreaterThan(4);
      expect(shown).not.toContain('ada@example.com');
      expect(shown).not.toContain(task.id);
      const hashTags = new Set(keys.map((key) => /^\{[^}]+\}/.exec(key)?.[0]));
      expect([...hashTags]).toStrictEqual(['{toolwire-test}']);
    });

    it('TASK-11: shortens the wait to one lease when the clock was set back', async () => {
      const place = randomUUID();
      const store = storeAt(place);
      const task = newTask();
      await store.create(task);
      await store.claim(task.id, 1, 500);
      const [key = ''] = (await command('KEYS', `${prefix}${place}:record:*`)) as string[];
      const [member = ''] = (await command('ZRANGE', `${prefix}${place}:held`, '0', '-1')) as string[];
      const setBack = async (): Promise<void> => {
        await command('HINCRBY', key, 'lease_ends', '3600000');
        await command('ZINCRBY', `${prefix}${place}:held`, '3600000', member);
      };
      await setBack();
      const unfinished = async (): Promise<string[]> =>
        ((await store.unfinished({ limit: 10 }))?.records ?? []).map(({ id }) => id);
      expect(await unfinished()).toStrictEqual([]);
      await vi.waitFor(async () => expect(await unfinished()).toStrictEqual([task.id]));
      await store.claim(task.id, 1, 500);
      await setBack();
      const held = await store.claim(task.id, 1, 500);
      expect(held.kind === 'held' && held.forMs <= 500).toBe(true);
      await vi.waitFor(async () => expect(await store.claim(task.id, 1, 500)).toMatchObject({ lost: true }));
    });

    it('runs calls of @toolwire/tasks with one client, and reports them with another', async () => {
      const [store, other] = [storeAt('calls'), storeAt('calls', {}, 1)];
      const calls = createTaskCalls({ store, engine: createMemoryTaskEngine() });
      const worker = calls.work(async ({ saved, save, attempt }) => {
        await save(1);
        return completed({ saved: saved ?? null, attempt });
      });
      const started = await calls.start({ owner: 'ada', call });
      const { id } = started.started ? started.task : { id: '' };
      const task = await createTasks({ store: other }).result(id, 'ada');
      expect(task).toMatchObject({ status: 'completed', result: { saved: null, attempt: 1 } });
      await worker.stop();
    });
  },
);
