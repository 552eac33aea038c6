import type { RedisClient } from './redis-client.ts';

/** A socket, as far as it holds back what is written to it. */
interface Corkable {
  cork(): void;
  uncork(): void;
}

/**
 * Has all that is written to the socket of a client until the event loop goes on leave as one. `ioredis` writes each command by itself, and
 * each write is a step into the kernel that costs more than all else of it; `redis` joins its commands by itself.
 */
export function createWriteJoiner(client: RedisClient): () => void {
  let joins = false;
  return () => {
    if (joins) return;
    // Another one after each reconnection.
    const stream: unknown = Reflect.get(client, 'stream');
    if (!isCorkable(stream)) return;
    joins = true;
    stream.cork();
    process.nextTick(() => {
      joins = false;
      stream.uncork();
    });
  };
}

function isCorkable(stream: unknown): stream is Corkable {
  if (typeof stream !== 'object' || stream === null) return false;
  return typeof Reflect.get(stream, 'cork') === 'function' && typeof Reflect.get(stream, 'uncork') === 'function';
}
