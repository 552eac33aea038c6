import type { TaskEngine, TaskStore, WorkerHandle } from '@toolwire/tasks';

/** A store and an engine that are made later. */
export interface LazyTasks {
  readonly store: TaskStore;
  readonly engine: TaskEngine;
}

/** What is made. */
export interface MadeTasks extends LazyTasks {
  /** Lets go of both. */
  close(): Promise<void>;
}

/** A store and an engine of a package that is loaded when it is first needed. */
export function lazyTasks(make: () => Promise<MadeTasks>): LazyTasks {
  let made: Promise<MadeTasks> | undefined;
  const load = (): Promise<MadeTasks> => {
    made ??= make().catch((error: unknown) => {
      // The next one may find that it was mended.
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
      // What has changed by then was told to nobody.
      listener();
    },
    // Whoever reads is told.
    () => undefined,
  );
  return () => {
    stopped = true;
    unwatch();
  };
}

function workLater(begin: () => Promise<WorkerHandle>): WorkerHandle {
  const working = begin();
  // Whoever stops it is told; whoever has made it has waited for `ready`.
  working.catch(() => undefined);
  return { stop: async () => (await working).stop() };
}
