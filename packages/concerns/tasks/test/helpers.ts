import { expect } from 'vitest';
import { createMemoryTaskStore, type TaskStore } from '../src/index.ts';

/** A memory store that responds asynchronously, like a database, and reports changes even later. */
export function slowStore(store: TaskStore = createMemoryTaskStore()): TaskStore {
  const later = async <T>(work: () => T): Promise<Awaited<T>> => {
    await Promise.resolve();
    const answer = await work();
    await Promise.resolve();
    return answer;
  };
  return {
    create: (record) => later(() => store.create(record)),
    read: (id) => later(() => store.read(id)),
    replace: (record) => later(() => store.replace(record)),
    list: (owner, page) => later(() => store.list(owner, page)),
    remove: (id) => later(() => store.remove(id)),
    claim: (...one) => later(() => store.claim(...one)),
    renew: (...one) => later(() => store.renew(...one)),
    release: (id, fence) => later(() => store.release(id, fence)),
    all: (page) => later(() => store.all(page)),
    unfinished: (page) => later(() => store.unfinished(page)),
    watch: (id, listener) => {
      let watching = true;
      const unwatch = store.watch(id, () => {
        void later(() => undefined).then(() => watching && listener());
      });
      return () => {
        watching = false;
        unwatch();
      };
    },
  };
}

/** Work that goes on until it is cut off. */
export function untilAborted({ signal }: { readonly signal: AbortSignal }): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The task that was started; fails if there is none. */
export function taskOf<T>(start: { readonly started: true; readonly task: T } | { readonly started: false }): T {
  expect(start).toMatchObject({ started: true });
  if (!start.started) throw new Error('unreachable');
  return start.task;
}
