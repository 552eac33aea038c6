import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProgram } from '@toolwire/programs';
import { noPostgresServer } from '@toolwire/programs/postgres';
import { noRedisServer } from '@toolwire/programs/redis';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import { createTaskCalls } from '@toolwire/tasks';
import { afterEach, describe, expect, it } from 'vitest';
import { type BackendKind, type BackendSettings, openBackend } from '../src/backends.ts';
import { startDatabase } from '../src/database-under-test.ts';
import { historyIn } from '../src/history-event.ts';
import { libsqlIfNeeded } from '../src/run-history.ts';
import type { ProgramSettings } from '../src/task-program.ts';

const program = bundleProgram(new URL('../src/task-program.ts', import.meta.url));
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleanUps.splice(0).reverse()) await one();
});

const kinds: readonly (readonly [BackendKind, string | undefined])[] = [
  ['sqlite', undefined],
  ['bullmq-redis', noRedisServer],
  ['bullmq-postgres', noPostgresServer],
];
const maxAttempts = 5;

/** Restarts a worker whenever it ends. */
async function supervise(start: () => Promise<ReportingProcess<never>>): Promise<() => Promise<void>> {
  let stopped = false;
  let worker = await start();
  const supervising = (async (): Promise<void> => {
    for (;;) {
      await worker.ended();
      if (stopped) return;
      worker = await start();
      if (stopped) return worker.kill();
    }
  })();
  return async () => {
    stopped = true;
    await worker.kill();
    await supervising;
  };
}

describe.each(kinds)('a call that kills its worker each time on %s', (kind, reason) => {
  it.skipIf(reason !== undefined && !process.env['CI'])(
    `TASK-35: fails after its attempts, and none of the 20 calls next to it does${reason === undefined ? '' : `, skipped: ${reason}`}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'toolwire-poison-'));
      cleanUps.push(async () => rmSync(folder, { recursive: true, force: true }));
      const database = await startDatabase(kind, folder, []);
      cleanUps.push(() => database.remove());
      const settings: BackendSettings = { kind, url: database.url, leaseMs: 3_000, libsql: libsqlIfNeeded(kind) };
      const history = join(folder, 'history');
      const backend = await openBackend(settings);
      cleanUps.push(() => backend.close());
      const calls = createTaskCalls({ store: backend.store, engine: backend.engine });
      const startCall = async (toolId: string, callId: string): Promise<string> => {
        const call = { toolId, toolVersion: '1.0.0', input: {}, callId, retrySafe: true };
        const started = await calls.start({ owner: 'ada', call });
        if (!started.started) throw new Error(`The call did not start: ${started.reason}.`);
        return started.task.id;
      };
      const good: string[] = [];
      for (let n = 0; n < 4; n += 1) good.push(await startCall('Work.Steps', `good-${n}`));
      const poison = await startCall('Work.Poison', 'poison');
      for (let n = 4; n < 20; n += 1) good.push(await startCall('Work.Steps', `good-${n}`));
      cleanUps.push(
        await supervise(() =>
          startReporting<never>(program, {
            ...settings,
            role: 'worker',
            history,
            maxAttempts,
          } satisfies ProgramSettings),
        ),
      );
      const signal = AbortSignal.timeout(240_000);
      const end = await calls.result(poison, 'ada', { signal });
      const statuses = await Promise.all(good.map(async (id) => (await calls.result(id, 'ada', { signal }))?.status));
      expect(statuses).toEqual(good.map(() => 'completed'));
      expect(end).toMatchObject({
        status: 'failed',
        message: `The call was started ${maxAttempts} times, and its worker crashed each time. In the last attempt, no other call ran in the worker, so this call probably causes the crash.`,
      });
      const runs = historyIn(history)
        .events()
        .filter((event) => event.type === 'started' && event.taskId === poison);
      expect(runs).toHaveLength(maxAttempts);
    },
  );
});
