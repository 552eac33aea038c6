import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@toolwire/client';
import { bundleProgram } from '@toolwire/programs';
import { noRedisServer } from '@toolwire/programs/redis';
import { type ReportingProcess, startReporting } from '@toolwire/programs/reporting-process';
import { afterEach, describe, expect, it } from 'vitest';
import type { BackendKind, BackendSettings } from '../src/backends.ts';
import { startBalancer } from '../src/balancer.ts';
import { startDatabase } from '../src/database-under-test.ts';
import { libsqlIfNeeded } from '../src/run-history.ts';
import type { ServerSettings } from '../src/server-program.ts';

const program = bundleProgram(new URL('../src/server-program.ts', import.meta.url));
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleanUps.splice(0).reverse()) await one();
});

type Server = ReportingProcess<string>;

const kinds: readonly (readonly [BackendKind, string | undefined])[] = [
  ['sqlite', undefined],
  ['bullmq-redis', noRedisServer],
];

describe.each(kinds)('a deploy on %s', (kind, reason) => {
  it.skipIf(reason !== undefined)(
    `FAULT-18, FAULT-19: of two servers and two workers, one after the other, loses none of 200 running calls, and no caller gets an error${reason === undefined ? '' : `, skipped: ${reason}`}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'toolwire-deploy-'));
      cleanUps.push(async () => rmSync(folder, { recursive: true, force: true }));
      const database = await startDatabase(kind, folder, []);
      cleanUps.push(() => database.remove());
      const settings: BackendSettings = {
        kind,
        url: database.url,
        leaseMs: 30_000,
        maxRunning: 100,
        libsql: libsqlIfNeeded(kind),
      };
      const balancer = await startBalancer();
      const start = async (role: ServerSettings['role']): Promise<Server> => {
        const started = await startReporting<string>(program, { ...settings, role } satisfies ServerSettings);
        cleanUps.push(() => started.kill());
        if (role === 'worker') return started;
        await started.until(() => true);
        await balancer.add(started.messages[0] ?? '');
        return started;
      };
      const replace = async (old: Server, role: ServerSettings['role']): Promise<void> => {
        await start(role);
        const ended = old.ended();
        old.signal('SIGTERM');
        await ended;
      };
      const workers = [await start('worker'), await start('worker')];
      const webs = [await start('web'), await start('web')];
      cleanUps.push(() => balancer.close());

      // Without retries, so that every error is noticed.
      const running = new Set<string>();
      const onRunning = ({ callId }: { readonly callId: string }): void => void running.add(callId);
      const client = createClient({
        url: balancer.url,
        retry: false,
        timeoutMs: 120_000,
        deadlineMs: 300_000,
        follow: { onRunning },
      });
      const numbers = Array.from({ length: 200 }, (_, n) => n);
      const calls = Promise.all(numbers.map((n) => client.call('Work.Steps@1.0.0', { n }, { callId: `call-${n}` })));
      let isDeployed = false;
      const errors: unknown[] = [];
      const keepCalling = async (): Promise<void> => {
        for (let n = 0; !isDeployed; n += 1) {
          const result = await client.call('Work.Double@1.0.0', { n });
          if (result.kind !== 'value' || result.value !== 2 * n) errors.push(result);
          // Without a pause these calls would use the whole machine.
          await wait(20);
        }
      };
      const quick = Promise.all([keepCalling(), keepCalling(), keepCalling(), keepCalling()]);
      await expect.poll(() => running.size, { timeout: 240_000 }).toBe(numbers.length);
      for (const worker of workers) await replace(worker, 'worker');
      for (const web of webs) await replace(web, 'web');
      isDeployed = true;
      await quick;
      expect(errors).toStrictEqual([]);
      const results = await calls;
      const wrong = results.filter((result, n) => result.kind !== 'value' || result.value !== 2 * n);
      expect(wrong).toStrictEqual([]);
      // The replaced processes exited normally.
      expect([...workers, ...webs].map((one) => one.exitCode())).toStrictEqual([0, 0, 0, 0]);
    },
    600_000,
  );
});
