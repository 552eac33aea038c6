import { exposureWarning } from '@toolwire/auth';
import { idempotency } from '@toolwire/idempotency/stage';
import { checkNames, kindOf, mergeOptions, StartupError, serverHints } from '@toolwire/internal';
import {
  type CloseOnSignalsOptions,
  type CloseOptions,
  closeOnSignals,
  type ListeningServer,
  listen,
} from '@toolwire/node';
import { checkSignalOptions, defaultHost, stopWorker } from '@toolwire/node/internal';
import { consoleLogger, createToolServer, type ServedTools, type ToolServer } from '@toolwire/server';
import type { StdioOptions, StdioServing } from '@toolwire/stdio';
import { ajv } from '@toolwire/validate/ajv';
import { zod3 } from '@toolwire/validate/zod3';
import { createArtifactSupport } from './artifacts-option.ts';
import { closeAfterLast, type Use } from './close-after-last.ts';
import { lazyInspector } from './inspector.ts';
import {
  listenNames,
  optionNames,
  serverOptions,
  servingOptions,
  type ToolwireListenOptions,
  type ToolwireOptions,
  type ToolwireWorkOptions,
  workNames,
} from './options.ts';
import { serveStdioWithTasks } from './stdio-with-tasks.ts';
import { createServerTasks } from './tasks-option.ts';
import { standardWires, withMcpDefaults } from './wires.ts';

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

/** Creates a server for every protocol with sensible defaults. Use `createToolServer` to choose everything yourself. */
export function toolwire<Served extends ServedTools>(options: ToolwireOptions<Served>): Toolwire<Served> {
  if ((options as Partial<ToolwireOptions> | undefined)?.tools === undefined) {
    throw new StartupError('TW_TOOLS_MISSING', 'toolwire() needs tools. Pass them by name: toolwire({ tools: [add] })');
  }
  checkNames('toolwire()', options, optionNames, serverHints);
  checkLists(options);
  const { logger = consoleLogger, idempotency: idempotencyOptions = {}, around = [], mcp: mcpOptions = {} } = options;
  const { tasks, isShared, close: closeTasks } = createServerTasks(options.tasks, logger);
  const { artifacts, wires: artifactWires } = createArtifactSupport(options.artifacts, options.tasks);
  const wires = [...standardWires(options, logger), ...artifactWires];
  const inspector = lazyInspector(options.inspector, wires, logger);
  const server = createToolServer({
    ...mergeOptions({ validator: ajv(), converters: [zod3()] }, serverOptions(options)),
    tools: options.tools,
    ...(tasks !== undefined && { tasks }),
    ...(artifacts !== undefined && { artifacts }),
    confirm: mergeOptions(
      { store: idempotencyOptions === false ? undefined : idempotencyOptions.store },
      options.confirm ?? {},
    ),
    // The first stage sees each whole call, the last one each run of a tool.
    use: [...inspector.use, ...(options.use ?? [])],
    around: [
      ...(idempotencyOptions === false ? [] : [idempotency(idempotencyOptions)]),
      ...around,
      ...inspector.around,
    ],
    logger,
    wires: [...wires, ...inspector.wires],
  });
  const useTasks = closeAfterLast(closeTasks);
  let startedWorker: ReturnType<typeof server.runTasks> | undefined;
  const runTasks = (): void => void (startedWorker ??= server.runTasks());
  const startListening: Toolwire['listen'] = async (port, listenOptions = {}) => {
    checkNames('listen()', listenOptions, listenNames);
    const { closeOnSignals: onSignals = {}, work = true, ...rest } = listenOptions;
    if (onSignals !== false) checkSignalOptions(onSignals);
    const { host = defaultHost } = rest;
    const warning = exposureWarning({ host, authenticated: options.auth !== undefined });
    if (warning !== undefined) logger.warn({ host }, warning);
    await server.ready();
    const listening = closeTasksToo(await listen(server, port, rest), useTasks());
    if (isShared && work) runTasks();
    return onSignals === false ? listening : closeWithSignals(listening, onSignals);
  };
  const startWorking: Toolwire['work'] = async (workOptions = {}) => {
    checkNames('work()', workOptions, workNames);
    const { closeOnSignals: onSignals = {} } = workOptions;
    if (onSignals !== false) checkSignalOptions(onSignals);
    await server.ready();
    runTasks();
    const use = useTasks();
    let closing: Promise<void> | undefined;
    const close: WorkerProcess['close'] = async ({ deadlineMs } = {}) => {
      await (closing ??= stopWorker(server.stop, deadlineMs).then(() => use.end()));
    };
    const worker = { close, report: server.report };
    return onSignals === false ? worker : closeWithSignals(worker, onSignals);
  };
  // Not a copy, because `tools` is a getter that changes with `replaceTools`.
  return Object.assign(server, {
    listen: startListening,
    work: startWorking,
    stdio: (stdioOptions: StdioOptions = {}) =>
      serveStdioWithTasks(
        server,
        withMcpDefaults(mergeOptions(servingOptions(mcpOptions), stdioOptions), options, logger),
        { use: useTasks(), runTasks: isShared ? runTasks : undefined },
      ),
  });
}

function closeTasksToo(listening: ListeningServer, use: Use): ListeningServer {
  return { ...listening, close: (options) => listening.close(options).then(() => use.end()) };
}

/** Closes a server or a worker on signals too, until it is closed otherwise. */
function closeWithSignals<Closable extends Pick<ListeningServer, 'close' | 'report'>>(
  closable: Closable,
  options: CloseOnSignalsOptions,
): Closable {
  const forget = closeOnSignals(closable, options);
  return {
    ...closable,
    close: (closeOptions) => {
      forget();
      return closable.close(closeOptions);
    },
  };
}

/** Throws for lists of another type, which get more items here. The server checks the items. */
function checkLists({ use, around, wires }: ToolwireOptions): void {
  for (const [name, list] of Object.entries({ use, around, wires })) {
    if (list !== undefined && !Array.isArray(list)) {
      throw new StartupError('TW_OPTION_TYPE', `${name} must be a list, got ${kindOf(list)}.`);
    }
  }
}
