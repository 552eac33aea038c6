import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noRedisServer, startRedisIn } from '@toolwire/programs/redis';
import { newTask } from '@toolwire/programs/test-task';
import { expect, it, onTestFinished } from 'vitest';
import { createRedisTaskStore } from '../src/index.ts';
import { openClient } from './clients.ts';

it.skipIf(noRedisServer !== undefined)(
  'The Redis task store lists each task once also in a locale with another order than bytes',
  async ({ skip }) => {
    const locales = mkdtempSync(join(tmpdir(), 'toolwire-locale-'));
    onTestFinished(() => rmSync(locales, { recursive: true }));
    // This locale orders `a` before `B`.
    const locale = 'en_US.UTF-8';
    const { status } = spawnSync('localedef', ['-i', 'en_US', '-f', 'UTF-8', join(locales, locale)]);
    const isMissing = status !== 0 && process.env['CI'] === undefined;
    skip(isMissing, 'localedef cannot write the locale en_US; on Debian, it is in the package locales');
    expect(status).toBe(0);
    const redis = await startRedisIn({ LOCPATH: locales, LC_ALL: locale });
    onTestFinished(() => redis.remove());
    const { client, close } = await openClient(redis.url);
    onTestFinished(close);
    const store = createRedisTaskStore(client);
    const tasks = Array.from({ length: 100 }, () => newTask());
    // Tasks of one batch have the same expiry.
    await Promise.all(tasks.map(async (task) => store.create(task)));
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.all({ limit: 10, cursor });
      listed.push(...(page?.records ?? []).map(({ id }) => id));
      cursor = page?.nextCursor;
    } while (cursor !== undefined);
    expect(listed.toSorted()).toStrictEqual(tasks.map(({ id }) => id).toSorted());
  },
);
