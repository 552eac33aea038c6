import type { IdempotencyStageOptions } from '@toolwire/idempotency/stage';
import type { InspectorOptions, NamesOf } from '@toolwire/internal';
import type { McpOptions, McpServingOptions } from '@toolwire/mcp';
import type { CloseOnSignalsOptions, ListenOptions } from '@toolwire/node';
import type { ServedTools, ToolServerOptions } from '@toolwire/server';
import type { ArtifactsOption } from './artifacts-option.ts';
import type { TasksOption } from './tasks-option.ts';
import type { WiresOptions } from './wires.ts';

/** What the quickstart takes: a server's options, with the wires and the validator chosen already. */
export interface ToolwireOptions<Served extends ServedTools = ServedTools>
  extends Omit<ToolServerOptions<Served>, 'wires' | 'tasks' | 'artifacts'>,
    WiresOptions {
  /** How a call id makes a call happen once; with a store in memory if left out, and not at all with `false`. */
  readonly idempotency?: IdempotencyStageOptions | false | undefined;
  /**
   * Where calls of tools with `taskSupport` go on: `{ file }` or `{ store, engine }` let them outlive their process. In this process, and as long
   * as it lives, if left out; `false` for no tasks.
   */
  readonly tasks?: TasksOption | undefined;
  /** How outputs are kept that are answered by reference: `{ store }`, or with `tasks: { file }` the `{ url }` of the server, to keep them in a folder beside that file. */
  readonly artifacts?: ArtifactsOption | undefined;
  /** Serves a page at `/inspector` that shows the tools, calls them, and shows what all clients call: `@toolwire/inspector`, installed beside; left out, only under `toolwire dev`. Never in production, unless its `auth` says who may look. */
  readonly inspector?: InspectorOptions | boolean | undefined;
}

/** How the quickstart listens, and how its process stops. */
export interface ToolwireListenOptions extends ListenOptions {
  /** How SIGTERM and SIGINT stop the process without losing a call; `false` leaves signals to you. */
  readonly closeOnSignals?: CloseOnSignalsOptions | false | undefined;
  /** Whether the process runs calls that are kept as tasks as well; `true` if left out. */
  readonly work?: boolean | undefined;
}

/** How a process works that serves nobody. */
export interface ToolwireWorkOptions {
  /** How SIGTERM and SIGINT stop the process without losing a call; `false` leaves signals to you. */
  readonly closeOnSignals?: CloseOnSignalsOptions | false | undefined;
}

/** Every option of `listen()`. */
export const listenNames: NamesOf<ToolwireListenOptions> = {
  host: true,
  values: true,
  principal: true,
  parsedBody: true,
  closeOnSignals: true,
  work: true,
};

/** Every option of `toolwire()`. */
export const optionNames: NamesOf<ToolwireOptions> = {
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

/** What is handed on has only names that its reader knows: an option that nobody reads does not compile. */
type NoOthers<Left, Known> = Readonly<Record<Exclude<keyof Left, keyof Known>, never>>;

/** Without what the quickstart reads by itself. */
export function serverOptions({
  idempotency: _idempotency,
  tasks: _tasks,
  artifacts: _artifacts,
  inspector: _inspector,
  otc: _otc,
  mcp: _mcp,
  arcade: _arcade,
  name: _name,
  version: _version,
  ...rest
}: ToolwireOptions): Omit<ToolServerOptions, 'wires' | 'tasks' | 'artifacts'> {
  return rest satisfies NoOthers<typeof rest, ToolServerOptions>;
}

/** Without what is about HTTP. */
export function servingOptions(options: McpOptions | false): McpServingOptions {
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
