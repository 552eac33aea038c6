import type { IdempotencyOptions } from '@toolwire/idempotency/stage';
import type { InspectorOptions, NamesOf } from '@toolwire/internal';
import type { McpOptions, McpServingOptions } from '@toolwire/mcp';
import type { CloseOnSignalsOptions, ListenOptions } from '@toolwire/node';
import type { ServedTools, ToolServerOptions } from '@toolwire/server';
import { serverOptionNames } from '@toolwire/server/internal';
import type { ArtifactsOption } from './artifacts-option.ts';
import type { TasksOption } from './tasks-option.ts';
import type { WiresOptions } from './wires.ts';

// The defaults are in `toolwire.ts`, `tasks-option.ts`, `artifacts-option.ts`, `inspector.ts` and `wires.ts`.
/** Options of `toolwire()`: those of a server, with defaults for the protocols and the validator. */
export interface ToolwireOptions<Served extends ServedTools = ServedTools>
  extends Omit<ToolServerOptions<Served>, 'wires' | 'tasks' | 'artifacts'>,
    WiresOptions {
  /** How call IDs deduplicate calls; with a store in memory by default. `false` disables it. */
  readonly idempotency?: IdempotencyOptions | false | undefined;
  /**
   * Where calls of tools with `taskSupport` run as tasks. `{ file }` or `{ store, engine }` makes them durable. By default they run in this
   * process and end with it. `false` disables tasks.
   */
  readonly tasks?: TasksOption | undefined;
  /**
   * Where outputs that are returned by reference are stored. `{ store }` uses that store. `{ url }`, the server's public URL, uses a folder
   * next to the file of `tasks: { file }`.
   */
  readonly artifacts?: ArtifactsOption | undefined;
  /** Serves the inspector at `/inspector`: lists and calls tools, and shows the calls of all clients. Needs `@toolwire/inspector`. By default only under `toolwire dev`; in production only with its `auth`. */
  readonly inspector?: InspectorOptions | boolean | undefined;
}

// The defaults are in `entry-points.ts`; those of `ListenOptions` are in `listen.ts` of `@toolwire/node`.
/** Options of `listen()`. */
export interface ToolwireListenOptions extends ListenOptions {
  /** The graceful shutdown on SIGTERM and SIGINT; `false` if you handle signals yourself. */
  readonly closeOnSignals?: CloseOnSignalsOptions | false | undefined;
  /** Whether the process also runs durable calls; `true` by default. */
  readonly work?: boolean | undefined;
}

/** Options of `work()`. */
export interface ToolwireWorkOptions {
  /** The graceful shutdown on SIGTERM and SIGINT; `false` if you handle signals yourself. */
  readonly closeOnSignals?: CloseOnSignalsOptions | false | undefined;
}

/** The names of the options of `listen()`. */
export const listenNames: NamesOf<ToolwireListenOptions> = {
  host: true,
  values: true,
  principal: true,
  closeOnSignals: true,
  work: true,
};

/** The names of the options of `work()`. */
export const workNames: NamesOf<ToolwireWorkOptions> = { closeOnSignals: true };

/** The names of the options of `toolwire()`. */
export const optionNames: NamesOf<ToolwireOptions> = {
  ...serverOptionNames,
  otc: true,
  mcp: true,
  arcade: true,
  idempotency: true,
  inspector: true,
  name: true,
  version: true,
};

/** Allows only the options that their reader has; other options don't compile. */
type RejectUnknown<Options, Allowed> = Readonly<Record<Exclude<keyof Options, keyof Allowed>, never>>;

/** The options for `createToolServer()`. */
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
  return rest satisfies RejectUnknown<typeof rest, ToolServerOptions>;
}

/** The options of `mcp` without those for HTTP. */
export function mcpServingOptions(options: McpOptions | false): McpServingOptions {
  const {
    path: _path,
    allowedOrigins: _origins,
    authorization: _authorization,
    sessions: _sessions,
    ...serving
  } = options || {};
  return serving satisfies RejectUnknown<typeof serving, McpServingOptions>;
}
