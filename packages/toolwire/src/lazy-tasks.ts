import type { TaskEngine, TaskStore, WorkerHandle } from '@toolwire/tasks';

/** A store and an engine that are created on first use. */
export interface LazyTasks {
  readonly store: TaskStore;
  readonly engine: TaskEngine;
}

/** A created store and engine. */
export interface CreatedTasks extends LazyTasks {
  /** Closes both. */
  close(): Promise<void>;
}

/** A store and an engine of a package that is loaded on first use. */
export function lazyTasks(make: () => Promise<CreatedTasks>): LazyTasks {
  let made: Promise<CreatedTasks> | undefined;
  const load = (): Promise<CreatedTasks> => {
    made ??= make().catch((error: unknown) => {
      // The next attempt may succeed.
      made = undefined;
      throw error;
    });
    return made;
  };
  const kept = async (): Promise<TaskStore> => (await load()).store;
  return {
    store: {
      ready: async () => (await kept()).ready?.(),
      create: async (record) => (await kept()).create(record),
      read: async (id) => (await kept()).read(id),
      replace: async (record) => (await kept()).replace(record),
      list: async (owner, page) => (await kept()).list(owner, page),
      remove: async (id) => (await kept()).remove(id),
      watch: (id, listener) => watchLater(kept, id, listener),
      claim: async (...one) => (await kept()).claim(...one),
      renew: async (id, fence, leaseMs) => (await kept()).renew(id, fence, leaseMs),
      release: async (id, fence) => (await kept()).release(id, fence),
      all: async (page) => (await kept()).all(page),
      roomInMs: async (owner) => (await kept()).roomInMs?.(owner),
      unfinished: async (page) => (await kept()).unfinished(page),
    },
    engine: {
      ready: async () => (await load()).engine.ready(),
      enqueue: async (turn, options) => (await load()).engine.enqueue(turn, options),
      work: (run) => workLater(async () => (await load()).engine.work(run)),
      close: async () => {
        await (await made)?.close();
      },
    },
  };
}

function watchLater(kept: () => Promise<TaskStore>, id: string, listener: () => void): () => void {
  let stopped = false;
  let unwatch = (): void => undefined;
  kept().then(
    (store) => {
      if (stopped) return;
      unwatch = store.watch(id, listener);
      // Reports changes that happened before the subscription.
      listener();
    },
    // Readers get the error.
    () => undefined,
  );
  return () => {
    stopped = true;
    unwatch();
  };
}

function workLater(begin: () => Promise<WorkerHandle>): WorkerHandle {
  const working = begin();
  // `stop` reports the error. Callers have awaited `ready`.
  working.catch(() => undefined);
  return { stop: async () => (await working).stop() };
}
