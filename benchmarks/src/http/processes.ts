import { nextMessage, startProcess } from '../child-process.ts';
import type { ServerUsage } from '../servers/announce.ts';
import type { HeapUse } from '../servers/heap-watch.ts';
import type { LoadResult, LoadTask } from './keep-alive-client.ts';

/** A server that is being measured. */
export interface MeasuredServer {
  readonly port: number;
  /** The resources used so far. */
  usage(): Promise<ServerUsage>;
  /** The same after a collection, where it was started with `--expose-gc`. */
  collected(): Promise<ServerUsage>;
  /** Asks what only this server knows. */
  ask<T>(word: string): Promise<T>;
  /** Watches the heap until the result is requested. */
  watchHeap(): Promise<() => Promise<HeapUse>>;
  stop(): void;
}

/** The process that calls servers. */
export interface Loader {
  /** Makes the calls of a task, and returns their duration. */
  run(task: LoadTask): Promise<LoadResult>;
  stop(): void;
}

/** Starts a server of `servers/` in a separate process. */
export async function startServer(
  name: string,
  args: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<MeasuredServer> {
  const child = startProcess(`servers/${name}`, args, nodeFlags);
  const { port } = await nextMessage<{ port: number }>(child);
  const askFor = <T>(word: string): Promise<T> => {
    child.send(word);
    return nextMessage<T>(child);
  };
  return {
    port,
    usage: () => askFor<ServerUsage>('usage'),
    collected: () => askFor<ServerUsage>('collected'),
    ask: async <T>(word: string) => (await askFor<{ readonly answer: T }>(word)).answer,
    watchHeap: async () => {
      await askFor<ServerUsage>('watch-heap');
      return () => askFor<HeapUse>('heap-use');
    },
    stop: () => child.disconnect(),
  };
}

/** Starts the process that calls servers. */
export function startLoader(): Loader {
  const child = startProcess('http/load-process');
  return {
    run: async (task) => {
      child.send(task);
      const done = await nextMessage<{ ok: true; result: LoadResult } | { ok: false; problem: string }>(child);
      if (!done.ok) throw new Error(done.problem);
      return done.result;
    },
    stop: () => child.disconnect(),
  };
}
