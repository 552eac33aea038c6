import { createFakeClock, noFakeClock } from '@toolwire/programs/fake-clock';
import { noRedisServer, type RedisServer, startRedisIn } from '@toolwire/programs/redis';

/** A separate Redis with a clock that the test sets. */
export interface ClockedRedis extends RedisServer {
  /** Puts its wall clock so far from the right time, while it runs. */
  setClock(offsetMs: number): void;
}

/** Why tests that let the clock of a Redis jump cannot run here; with CI=true they run all the same, and fail. */
export const noClockedRedis: string | undefined = noRedisServer ?? noFakeClock;

/** Starts a Redis whose clock is right until the test sets it. */
export async function startClockedRedis(...settings: readonly string[]): Promise<ClockedRedis> {
  const clock = createFakeClock();
  // jemalloc asks for the time while it starts, and the library for memory when it is asked: each would wait for the other, so
  // the memory comes from the C library.
  const variables = { ...clock.variables, LD_PRELOAD: `${clock.variables['LD_PRELOAD']} libc.so.6` };
  const redis = await startRedisIn(variables, ...settings);
  return {
    ...redis,
    setClock: (offsetMs) => clock.set(offsetMs),
    remove: async () => {
      // In good order, so that the library takes its shared memory with it.
      await redis.stop();
      await redis.remove();
      clock.remove();
    },
  };
}
