import { exposureWarning } from '@toolwire/auth';
import { checkNames, mergeOptions, settleThen } from '@toolwire/internal';
import {
  type CloseOnSignalsOptions,
  type CloseOptions,
  closeOnSignals,
  type ListeningServer,
  listen,
} from '@toolwire/node';
import { checkCloseOptions, checkSignalOptions, defaultHost, stopWorker } from '@toolwire/node/internal';
import { consoleLogger, type ServedTools, type ToolServer } from '@toolwire/server';
import { type StdioOptions, type StdioServing, serveStdio } from '@toolwire/stdio';
import { closeAfterLast, type SharedUse } from './close-after-last.ts';
import {
  listenNames,
  mcpServingOptions,
  type ToolwireListenOptions,
  type ToolwireOptions,
  type ToolwireWorkOptions,
  workNames,
} from './options.ts';
import type { CreatedServerTasks } from './tasks-option.ts';
import { withMcpDefaults } from './wires.ts';

/** A running worker process. */
interface WorkerProcess {
  /** Accepts no more calls, waits for the running ones until the deadline, and returns retryable ones to the queue. */
  close(options?: Pick<CloseOptions, 'deadlineMs'>): Promise<void>;
}

/** A server with its own HTTP, stdio and worker entry points. */
export interface Toolwire<Served extends ServedTools = ServedTools> extends ToolServer<Served> {
  /** Serves every protocol over HTTP. */
  listen(port?: number, options?: ToolwireListenOptions): Promise<ListeningServer>;
  /** Runs durable calls without serving HTTP: for separate worker processes. */
  work(options?: ToolwireWorkOptions): Promise<WorkerProcess>;
  /** Serves MCP over stdin and stdout to the parent process. */
  stdio(options?: StdioOptions): StdioServing;
}

/** Creates the entry points of a server. They share one worker, and the tasks are closed after the last use. */
export function createEntryPoints(
  server: ToolServer,
  options: ToolwireOptions,
  { close: closeTasks, isShared }: Pick<CreatedServerTasks, 'close' | 'isShared'>,
): Pick<Toolwire, 'listen' | 'work' | 'stdio'> {
  const { logger = consoleLogger, mcp: mcpOptions = {} } = options;
  const useTasks = closeAfterLast(closeTasks);
  let startedWorker: ReturnType<typeof server.runTasks> | undefined;
  const runTasks = (): void => void (startedWorker ??= server.runTasks());
  return {
    listen: async (port, listenOptions = {}) => {
      checkNames('listen()', listenOptions, listenNames);
      const { closeOnSignals: onSignals = {}, work = true, ...rest } = listenOptions;
      if (onSignals !== false) checkSignalOptions(onSignals);
      const { host = defaultHost } = rest;
      const warning = exposureWarning({ host, authenticated: options.auth !== undefined });
      if (warning !== undefined) logger.warn({ host }, warning);
      await server.ready();
      const listening = closeTasksToo(await listen(server, port, rest), useTasks());
      if (isShared && work) runTasks();
      return closeWithSignals(listening, onSignals);
    },
    work: async (workOptions = {}) => {
      checkNames('work()', workOptions, workNames);
      const { closeOnSignals: onSignals = {} } = workOptions;
      if (onSignals !== false) checkSignalOptions(onSignals);
      await server.ready();
      runTasks();
      const worker = workerOf(server, useTasks());
      return closeWithSignals(worker, onSignals);
    },
    stdio: (stdioOptions = {}) =>
      serveStdioWithTasks(
        server,
        withMcpDefaults(mergeOptions(mcpServingOptions(mcpOptions), stdioOptions), options, logger),
        { useTasks, runTasks: isShared ? runTasks : undefined },
      ),
  };
}

function workerOf(server: ToolServer, tasksUse: SharedUse): WorkerProcess & Pick<ListeningServer, 'report'> {
  let closing: Promise<void> | undefined;
  const close: WorkerProcess['close'] = async ({ deadlineMs } = {}) => {
    await (closing ??= endAfter(stopWorker(server.stop, deadlineMs), tasksUse));
  };
  return { close, report: server.report };
}

function closeTasksToo(listening: ListeningServer, tasksUse: SharedUse): ListeningServer {
  return { ...listening, close: (options) => endAfter(listening.close(options), tasksUse) };
}

/**
 * Ends a use after a stop, also after a failed stop: it rejects only when no call of this process is running anymore, and open tasks would
 * keep the process alive.
 */
function endAfter(stopping: Promise<void>, tasksUse: SharedUse): Promise<void> {
  return settleThen(stopping, () => tasksUse.end());
}

/** Checks the options of `close()` first, and closes a server or a worker on signals too, until it is closed otherwise. */
function closeWithSignals<Closable extends Pick<ListeningServer, 'close' | 'report'>>(
  closable: Closable,
  options: CloseOnSignalsOptions | false,
): Closable {
  const forget = options === false ? undefined : closeOnSignals(closable, options);
  return {
    ...closable,
    close: async (closeOptions) => {
      // Invalid options close nothing, and signals still do.
      checkCloseOptions('close()', closeOptions);
      forget?.();
      await closable.close(closeOptions);
    },
  };
}

/** How long running calls of the task worker may take after the end of the connection. Less than the 3 seconds before the hard limit of stdio. */
const workerDeadlineMs = 2_000;

/** The tasks of a server. */
interface UsedTasks {
  /** Starts the connection's use of the tasks, which close after their last use. */
  readonly useTasks: () => SharedUse;
  /** Starts the worker of the server, unless it runs. `undefined` if the tasks need none. */
  readonly runTasks: (() => void) | undefined;
}

/** Serves stdio and runs durable calls. The tasks are closed with `close()`, and with the end of a connection that owns the process. */
function serveStdioWithTasks(
  server: ToolServer,
  options: StdioOptions,
  { useTasks, runTasks }: UsedTasks,
): StdioServing {
  // Throws for invalid options, so nothing has started before.
  const serving = serveStdio(server, options, async (ownsProcess) => {
    if (ownsProcess) await closeTasks();
    // Another client may connect over other streams.
    else tasksUse.leave();
  });
  const tasksUse = useTasks();
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
    return tasksUse.end(stop).catch((thrown: unknown) => server.report(thrown, 'The tasks could not be closed'));
  };
  return { closed: serving.closed, close: () => serving.close().then(closeTasks) };
}
