import { stopWorker } from '@toolwire/node/internal';
import type { ToolServer } from '@toolwire/server';
import { type StdioOptions, type StdioServing, serveStdio } from '@toolwire/stdio';
import type { Use } from './close-after-last.ts';

/** How long running calls of the task worker may take after the end of the connection. Less than the 3 seconds before the hard limit of stdio. */
const workerDeadlineMs = 2_000;

/** The tasks of a server. */
interface UsedTasks {
  /** Starts the connection's use of the tasks, which close after their last use. */
  readonly useTasks: () => Use;
  /** Starts the worker of the server, unless it runs. `undefined` if the tasks need none. */
  readonly runTasks: (() => void) | undefined;
}

/** Serves stdio and runs durable calls. The tasks are closed with `close()`, and with the end of a connection that owns the process. */
export function serveStdioWithTasks(
  server: ToolServer,
  options: StdioOptions,
  { useTasks, runTasks }: UsedTasks,
): StdioServing {
  // Throws for invalid options, so nothing has started before.
  const serving = serveStdio(server, options, async (ownsProcess) => {
    if (ownsProcess) await closeTasks();
    // Another client may connect over other streams.
    else use.leave();
  });
  const use = useTasks();
  let isClosing = false;
  const startWorker = async (run: () => void): Promise<void> => {
    await server.ready();
    if (!isClosing) run();
  };
  if (runTasks !== undefined) {
    startWorker(runTasks).catch((thrown: unknown) => server.report(thrown, 'The task worker could not start'));
  }
  const stop = async (): Promise<void> => {
    if (runTasks !== undefined) await stopWorker(server.stop, workerDeadlineMs);
  };
  const closeTasks = (): Promise<void> => {
    isClosing = true;
    return use.end(stop).catch((thrown: unknown) => server.report(thrown, 'The tasks could not be closed'));
  };
  return { closed: serving.closed, close: () => serving.close().then(closeTasks) };
}
