import { exposureWarning } from '@toolwire/auth';
import { type IdempotencyStageOptions, idempotency } from '@toolwire/idempotency/stage';
import { checkNames, type InspectorOptions, type NamesOf, StartUpError } from '@toolwire/internal';
import type { McpOptions, McpServingOptions } from '@toolwire/mcp';
import {
  type CloseOnSignalsOptions,
  closeOnSignals,
  type ListeningServer,
  type ListenOptions,
  listen,
} from '@toolwire/node';
import {
  consoleLogger,
  createToolServer,
  type ServedTools,
  type ToolServer,
  type ToolServerOptions,
} from '@toolwire/server';
import { type StdioOptions, type StdioServing, serveStdio } from '@toolwire/stdio';
import { ajv } from '@toolwire/validate/ajv';
import { zod3 } from '@toolwire/validate/zod3';
import { lazyInspector } from './inspector.ts';
import { createServerTasks, type TasksOption } from './tasks-option.ts';
import { standardWires, type WiresOptions, withDefaults } from './wires.ts';
import { stopWorking, type Working } from './work.ts';

/** What the quickstart takes: a server's options, with the wires and the validator chosen already. */
export interface ToolwireOptions<Served extends ServedTools = ServedTools>
  extends Omit<ToolServerOptions<Served>, 'wires' | 'tasks'>,
    WiresOptions {
  /** How a call id makes a call happen once; with a store in memory if left out, and not at all with `false`. */
  readonly idempotency?: IdempotencyStageOptions | false;
  /**
   * Where calls of tools with `taskSupport` go on: `{ file }` or `{ store, engine }` let them outlive their process. In this process, and as long
   * as it lives, if left out; `false` for no tasks.
   */
  readonly tasks?: TasksOption;
  /** Serves a page at `/inspector` that shows the tools, calls them, and shows what all clients call: `@toolwire/inspector`, installed beside. Never in production, unless its `auth` says who may look. */
  readonly inspector?: InspectorOptions | boolean;
}

/** How the quickstart listens, and how its process stops. */
export interface ToolwireListenOptions extends ListenOptions {
  /** How SIGTERM and SIGINT stop the process without losing a call; `false` leaves signals to you. */
  readonly closeOnSignals?: CloseOnSignalsOptions | false;
  /** Whether the process runs calls that are kept as tasks as well; `true` if left out. */
  readonly work?: boolean;
}

/** How a process works that serves nobody. */
export interface ToolwireWorkOptions {
  /** How SIGTERM and SIGINT stop the process without losing a call; `false` leaves signals to you. */
  readonly closeOnSignals?: CloseOnSignalsOptions | false;
}

/** A server that can listen by itself. */
export interface Toolwire<Served extends ServedTools = ServedTools> extends ToolServer<Served> {
  /** Serves every wire over HTTP. */
  listen(port?: number, options?: ToolwireListenOptions): Promise<ListeningServer>;
  /** Runs calls that are kept as tasks, and serves nobody: for a process of its own, beside those that listen. */
  work(options?: ToolwireWorkOptions): Promise<Working>;
  /** Serves the program that has started this process, by MCP over stdin and stdout. */
  stdio(options?: StdioOptions): StdioServing;
}

const listenNames: NamesOf<ToolwireListenOptions> = {
  host: true,
  values: true,
  principal: true,
  parsedBody: true,
  closeOnSignals: true,
  work: true,
};

const optionNames: NamesOf<ToolwireOptions> = {
  idempotency: true,
  tasks: true,
  inspector: true,
  logger: true,
  tools: true,
  use: true,
  around: true,
  stages: true,
  order: true,
  limits: true,
  validator: true,
  converters: true,
  strict: true,
  portability: true,
  rejectedValues: true,
  cors: true,
  auth: true,
  allowedHosts: true,
  visible: true,
  scopes: true,
  requirements: true,
  artifacts: true,
  onError: true,
  mapError: true,
  health: true,
  otc: true,
  mcp: true,
  arcade: true,
  wires: true,
  name: true,
  version: true,
};

/** Serves tools over every wire with the defaults that suit most; take `createToolServer` to choose for yourself. */
export function toolwire<Served extends ServedTools>(options: ToolwireOptions<Served>): Toolwire<Served> {
  if ((options as Partial<ToolwireOptions> | undefined)?.tools === undefined) {
    throw new StartUpError(
      'TW_TOOLS_MISSING',
      'There are no tools: pass them by name, as in toolwire({ tools: [add] })',
    );
  }
  checkNames('toolwire()', options, optionNames);
  const { logger = consoleLogger, idempotency: once = {}, around = [], mcp: mcpOptions = {} } = options;
  const { tasks, isShared, close: closeTasks } = createServerTasks(options.tasks, logger);
  const wires = standardWires(options, logger);
  const inspector = lazyInspector(options.inspector, wires, logger);
  const server = createToolServer({
    validator: ajv(),
    converters: [zod3()],
    ...serverOptions(options),
    tools: options.tools,
    ...(tasks !== undefined && { tasks }),
    // What is first sees each call whole, and what is last each run of its tool.
    use: [...inspector.use, ...(options.use ?? [])],
    around: [...(once === false ? [] : [idempotency(once)]), ...around, ...inspector.around],
    logger,
    wires: [...wires, ...inspector.wires],
  });
  const startListening: Toolwire['listen'] = async (port = 3000, listenOptions = {}) => {
    checkNames('listen()', listenOptions, listenNames);
    const { closeOnSignals: onSignals = {}, work = true, ...rest } = listenOptions;
    const { host = '127.0.0.1' } = rest;
    const warning = exposureWarning({ host, authenticated: options.auth !== undefined });
    if (warning !== undefined) logger.warn({ host }, warning);
    await server.ready();
    const listening = closedWith(await listen(server, port, rest), closeTasks);
    if (isShared && work) server.runTasks();
    return onSignals === false ? listening : stoppedBySignals(listening, onSignals);
  };
  const startWorking: Toolwire['work'] = async ({ closeOnSignals: onSignals = {} } = {}) => {
    await server.ready();
    server.runTasks();
    let closing: Promise<void> | undefined;
    const close: Working['close'] = ({ deadlineMs = 8_000 } = {}) =>
      (closing ??= stopWorking(server, deadlineMs).then(closeTasks));
    if (onSignals === false) return { close };
    const forget = closeOnSignals({ close, report: server.report }, onSignals);
    return {
      close: (closeOptions) => {
        forget();
        return close(closeOptions);
      },
    };
  };
  const beginWorking = async (): Promise<void> => {
    await server.ready();
    server.runTasks();
  };
  // Not a copy: `tools` is a getter, and changes when they are replaced.
  return Object.assign(server, {
    listen: startListening,
    work: startWorking,
    stdio: (stdioOptions: StdioOptions = {}) => {
      if (isShared) beginWorking().catch((thrown: unknown) => server.report(thrown, 'Tasks cannot be run'));
      return serveStdio(server, withDefaults({ ...servingOptions(mcpOptions), ...stdioOptions }, options, logger));
    },
  });
}

/** What is handed on has only names that its reader knows: an option that nobody reads does not compile. */
type NoOthers<Left, Known> = Readonly<Record<Exclude<keyof Left, keyof Known>, never>>;

/** Without what the quickstart reads by itself. */
function serverOptions({
  idempotency: _idempotency,
  tasks: _tasks,
  inspector: _inspector,
  otc: _otc,
  mcp: _mcp,
  arcade: _arcade,
  name: _name,
  version: _version,
  ...rest
}: ToolwireOptions): Omit<ToolServerOptions, 'wires' | 'tasks'> {
  return rest satisfies NoOthers<typeof rest, ToolServerOptions>;
}

/** Without what is about HTTP. */
function servingOptions(options: McpOptions | false): McpServingOptions {
  const {
    path: _path,
    allowedHosts: _hosts,
    allowedOrigins: _origins,
    authorization: _authorization,
    keepAliveMs: _ms,
    sessions: _sessions,
    ...serving
  } = options || {};
  return serving satisfies NoOthers<typeof serving, McpServingOptions>;
}

function closedWith(listening: ListeningServer, closeTasks: () => Promise<void>): ListeningServer {
  return { ...listening, close: (options) => listening.close(options).then(closeTasks) };
}

function stoppedBySignals(listening: ListeningServer, options: CloseOnSignalsOptions): ListeningServer {
  const forget = closeOnSignals(listening, options);
  return {
    ...listening,
    close: (closeOptions) => {
      forget();
      return listening.close(closeOptions);
    },
  };
}
