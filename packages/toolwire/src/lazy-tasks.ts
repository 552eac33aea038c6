import type { TaskEngine, TaskStore, WorkerHandle } from '@toolwire/tasks';
import { loadOnce } from './load-package.ts';

/** A store and an engine. */
export interface StoreAndEngine {
  readonly store: TaskStore;
  readonly engine: TaskEngine;
}

/** A store and an engine that can be closed together. */
export interface OpenTasks extends StoreAndEngine {
  close(): Promise<void>;
}

/** Returns a store and an engine that call `open` on first use. */
export function lazyTasks(open: () => Promise<OpenTasks>): StoreAndEngine {
  let opening: Promise<OpenTasks> | undefined;
  const openOnce = loadOnce(() => {
    opening = open();
    return opening;
  });
  const openStore = async (): Promise<TaskStore> => (await openOnce()).store;
  const openEngine = async (): Promise<TaskEngine> => (await openOnce()).engine;
  return {
    store: {
      ready: async () => (await openStore()).ready?.(),
      create: async (record) => (await openStore()).create(record),
      read: async (id) => (await openStore()).read(id),
      replace: async (record) => (await openStore()).replace(record),
      list: async (owner, page) => (await openStore()).list(owner, page),
      remove: async (id) => (await openStore()).remove(id),
      watch: (id, listener) => watchOnceOpen(openStore, id, listener),
      claim: async (...claim) => (await openStore()).claim(...claim),
      renew: async (...renewal) => (await openStore()).renew(...renewal),
      release: async (id, fence) => (await openStore()).release(id, fence),
      all: async (page) => (await openStore()).all(page),
      roomInMs: async (owner) => (await openStore()).roomInMs?.(owner),
      unfinished: async (page) => (await openStore()).unfinished(page),
    },
    engine: {
      ready: async () => (await openEngine()).ready(),
      enqueue: async (turn) => (await openEngine()).enqueue(turn),
      work: (run) => workOnceOpen(async () => (await openEngine()).work(run)),
      close: async () => {
        // After a failure, which its caller got, nothing is open.
        const tasks = await opening?.catch(() => undefined);
        await tasks?.close();
      },
    },
  };
}

function watchOnceOpen(openStore: () => Promise<TaskStore>, id: string, listener: () => void): () => void {
  let isStopped = false;
  let unwatch = (): void => undefined;
  openStore().then(
    (store) => {
      if (isStopped) return;
      unwatch = store.watch(id, listener);
      // Reports changes that happened before the subscription.
      listener();
    },
    // Readers get the error.
    () => undefined,
  );
  return () => {
    isStopped = true;
    unwatch();
  };
}

function workOnceOpen(startWorker: () => Promise<WorkerHandle>): WorkerHandle {
  const starting = startWorker();
  // `stop` reports the error. Callers have awaited `ready`.
  starting.catch(() => undefined);
  return { stop: async () => (await starting).stop() };
}
