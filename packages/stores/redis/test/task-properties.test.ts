import { randomUUID } from 'node:crypto';
import { anyRedis, noRedis, type RedisServer } from '@toolwire/programs/redis';
import { newTask } from '@toolwire/programs/test-task';
import { createMemoryTaskStore, type TaskRecord, type TaskStore } from '@toolwire/tasks';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRedisTaskStore } from '../src/index.ts';
import { clientKinds, type OpenClient, removeKeys } from './clients.ts';
import { pass, slowed, slowness } from './pass-time.ts';

/** One thing that some process does to a task, named by its number. */
type Step = (store: TaskStore, ids: readonly string[]) => unknown;

const task = fc.nat({ max: 2 });
const ms = fc.constantFrom(100, 1_000, 5_000);
const fence = fc.nat({ max: 4 });

const change: fc.Arbitrary<Partial<TaskRecord>> = fc.constantFrom<Partial<TaskRecord>>(
  { message: 'half done' },
  { status: 'input_required' },
  { status: 'working', turn: 2 },
  { status: 'working' },
  { status: 'completed', result: [1, {}, []] },
);

const replaced = fc
  .tuple(task, change, fc.constantFrom(0, 1, 1, 1, 2), fc.constantFrom(-1, 0, 0, 0, 1))
  .map(([number, more, versions, fences]): readonly [string, Step] => [
    `replace ${number} by ${JSON.stringify(more)}, ${versions} versions and ${fences} fences on`,
    async (store, ids) => {
      const record = await store.read(ids[number] ?? '');
      if (record === undefined) return 'gone';
      const { fence: was = 0, ...rest } = record;
      const given = was + fences;
      return store.replace({
        ...rest,
        ...more,
        version: record.version + versions,
        ...(given > 0 && { fence: given }),
      });
    },
  ]);

const steps: fc.Arbitrary<readonly [string, Step]> = fc.oneof(
  { weight: 3, arbitrary: replaced },
  {
    weight: 3,
    arbitrary: fc.tuple(task, fc.constantFrom(1, 1, 2), ms).map(([number, turn, leaseMs]): readonly [string, Step] => [
      `claim turn ${turn} of ${number} for ${leaseMs}`,
      async (store, ids) => {
        const claim = await store.claim(ids[number] ?? '', turn, leaseMs);
        return claim.kind === 'held' ? claim.kind : claim;
      },
    ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(task, fence, ms)
      .map(([number, of, leaseMs]): readonly [string, Step] => [
        `renew ${number} by ${of} for ${leaseMs}`,
        (store, ids) => store.renew(ids[number] ?? '', of, leaseMs),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(task, fence)
      .map(([number, of]): readonly [string, Step] => [
        `release ${number} by ${of}`,
        (store, ids) => store.release(ids[number] ?? '', of),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc.constant<readonly [string, Step]>([
      'what is unfinished',
      async (store) => (await store.unfinished({ limit: 10 }))?.records,
    ]),
  },
  {
    weight: 1,
    arbitrary: task.map((number): readonly [string, Step] => [
      `remove ${number}`,
      (store, ids) => store.remove(ids[number] ?? ''),
    ]),
  },
);

const history = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ step: steps, client: fc.nat({ max: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ passMs: fc.constantFrom(50, 600, 1_500, 6_000) }) },
  ),
  { maxLength: 40 },
);

describe.skipIf(noRedis !== undefined)(
  `the Redis task store compared with the memory store${noRedis === undefined ? '' : `, skipped: ${noRedis}`}`,
  () => {
    let redis: Pick<RedisServer, 'url' | 'remove'>;
    const clients: OpenClient[] = [];
    const prefix = `{toolwire-test}:${randomUUID()}:`;
    beforeAll(async () => {
      redis = await anyRedis();
      for (const open of Object.values(clientKinds).slice(0, 3)) clients.push(await open(redis.url));
    });
    afterAll(async () => {
      await removeKeys(clients[0] as OpenClient, prefix);
      for (const { close } of clients) await close();
      await redis.remove();
    });

    // Ten times as many with `npm test -- --all`.
    const numRuns = process.env['TEST_SCOPE'] === 'all' ? 500 : 150;
    it(`TASK-02, TASK-03: returns the results of the model for ${numRuns} histories of three processes`, async () => {
      // Sets the clock of the model forward, like the one of Redis.
      const readClock = performance.now.bind(performance);
      let offsetMs = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => readClock() + offsetMs);
      onTestFinished(() => clock.mockRestore());
      await fc.assert(
        fc.asyncProperty(history, async (happened) => {
          const place = `${prefix}${randomUUID()}:`;
          const stores = clients.map(({ client }) => slowed(createRedisTaskStore(client, { prefix: place })));
          const model = slowed(createMemoryTaskStore());
          const ids: string[] = [];
          for (let index = 0; index < 3; index += 1) {
            const record = newTask({ createdAt: 1_000 + index, ttlMs: index === 2 ? 10_000 : 600_000 });
            ids.push(record.id);
            expect(await stores[0]?.create(record)).toBe(await model.create(record));
          }
          const log: string[] = [];
          for (const one of happened) {
            if ('passMs' in one) {
              log.push(`${one.passMs} go by`);
              offsetMs += one.passMs * slowness;
              await pass((clients[0] as OpenClient).client, place, one.passMs);
              continue;
            }
            const [title, step] = one.step;
            log.push(`${title}, by ${one.client}`);
            const answer = await step(stores[one.client] as TaskStore, ids);
            expect(answer, log.join('\n')).toStrictEqual(await step(model, ids));
          }
          for (const id of ids) {
            const [kept, should] = [await stores[0]?.read(id), await model.read(id)];
            expect(kept, log.join('\n')).toStrictEqual(should);
          }
          const [listed, shouldBe] = [
            await stores[0]?.list('ada', { limit: 10 }),
            await model.list('ada', { limit: 10 }),
          ];
          expect(listed?.records, log.join('\n')).toStrictEqual(shouldBe?.records);
        }),
        { numRuns },
      );
    });
  },
);
