import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noRedisServer, type RedisServer, reasonUnless, startRedisIn } from '@toolwire/programs/redis';

/** A separate Redis with a clock that the test sets. */
export interface ClockedRedis extends RedisServer {
  /** Puts its wall clock so far from the right time, while it runs. */
  setClock(offsetMs: number): void;
}

// The program puts its library before others itself, and so knows where that is.
const { status, stdout } = spawnSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
const library: string | undefined = status === 0 ? stdout.trim() : undefined;

/** Why tests that let the clock of a Redis jump cannot run here; with CI=true they run all the same, and fail. */
export const noClockedRedis: string | undefined =
  noRedisServer ??
  reasonUnless(library !== undefined, 'there is no faketime; install it, as with `apt-get install faketime`');

/** Starts a Redis whose clock is right until the test sets it. */
export async function startClockedRedis(...settings: readonly string[]): Promise<ClockedRedis> {
  if (library === undefined) throw new Error('There is no faketime, so the clock of a Redis cannot jump.');
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-clock-'));
  const file = join(folder, 'offset');
  const setClock = (offsetMs: number): void => {
    const sign = offsetMs < 0 ? '-' : '+';
    // In one step: Redis reads it each time it looks at the clock.
    writeFileSync(`${file}.next`, `${sign}${Math.abs(offsetMs) / 1_000}\n`);
    renameSync(`${file}.next`, file);
  };
  setClock(0);
  const redis = await startRedisIn(
    {
      // jemalloc asks for the time while it starts, and the library for memory when it is asked: each would wait for the other, so
      // the memory comes from the C library.
      LD_PRELOAD: `${library} libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    ...settings,
  );
  return {
    ...redis,
    setClock,
    remove: async () => {
      // In good order, so that the library takes its shared memory with it.
      await redis.stop();
      await redis.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
