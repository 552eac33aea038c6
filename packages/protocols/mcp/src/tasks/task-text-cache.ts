import type { ServiceTask } from '@toolwire/core/wire';
import { SharedText } from '../json-rpc/outgoing-text.ts';

/** Encodes a task, or returns the cached text: JSON members without braces. */
export type TaskTextCache = (task: ServiceTask) => SharedText;

interface CachedText {
  readonly version: number;
  readonly length: number;
  /** The encoded bytes, retained only while a client is still sending them. */
  readonly memory: WeakRef<ArrayBufferLike>;
}

/** The number of entries at which unused texts are evicted. */
const maxCached = 1000;

/** Caches the text of each task state while a client sends it, so that all clients share the same bytes. */
export function createTaskTextCache(write: (task: ServiceTask) => object): TaskTextCache {
  const cache = new Map<string, CachedText>();
  return (task) => {
    const { id, version } = task;
    const known = cache.get(id);
    const memory = known?.version === version ? known.memory.deref() : undefined;
    if (memory !== undefined) return new SharedText(new Uint8Array(memory, 0, known?.length));
    const text = new SharedText(JSON.stringify(write(task)).slice(1, -1));
    if (cache.size >= maxCached) evictUnused(cache);
    const { buffer, length } = text.bytes;
    cache.set(id, { version, length, memory: new WeakRef(buffer) });
    return text;
  };
}

function evictUnused(cache: Map<string, CachedText>): void {
  for (const [id, { memory }] of cache) if (memory.deref() === undefined) cache.delete(id);
  // All are in use. Clients that come later encode them again.
  if (cache.size >= maxCached) cache.clear();
}
