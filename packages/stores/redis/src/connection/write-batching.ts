import type { RedisClient } from './redis-client.ts';

/** A socket that can hold back writes. */
interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * Returns a function that sends all writes of this tick to the socket at once. `ioredis` writes each command separately, and a system
 * call costs more than the rest of the command. `redis` batches its commands itself.
 */
export function createWriteBatching(client: RedisClient): () => void {
  let isCorked = false;
  return () => {
    if (isCorked) return;
    // Each reconnection creates another stream.
    const stream: unknown = Reflect.get(client, 'stream');
    if (!isCorkable(stream)) return;
    isCorked = true;
    stream.cork();
    process.nextTick(() => {
      isCorked = false;
      stream.uncork();
    });
  };
}

function isCorkable(stream: unknown): stream is Corkable {
  if (typeof stream !== 'object' || stream === null) return false;
  return typeof Reflect.get(stream, 'cork') === 'function' && typeof Reflect.get(stream, 'uncork') === 'function';
}
