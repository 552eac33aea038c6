import type { Call, Outcome, Tool, ToolDefinition, Toolkit } from '@toolwire/core';
import type { HostedServer, StopSteps, ToolService } from '@toolwire/core/wire';
import type { Filled } from '@toolwire/internal';
import type { TaskAdmin } from '@toolwire/tasks';

/** A worker that runs durable calls. */
export interface TaskWorker {
  /** Accepts no more calls, and resolves when the running ones have ended. */
  stop(): Promise<void>;
}

/** The tools and toolkits of a server. */
export type ServedTools = readonly (ToolDefinition | Toolkit)[];

/** A server without a host: pass `handle` to an adapter, or use `call` directly. */
export interface ToolServer<Served extends ServedTools = ServedTools> extends Filled<HostedServer> {
  /** Only a type: the tools of the server, for `createClient<typeof server>`. */
  readonly '~tools'?: Served;
  /** Runs one call through the whole pipeline, without HTTP. */
  readonly call: (call: Call) => Promise<Outcome>;
  readonly tools: readonly Tool[];
  /** Replaces the tools, and notifies clients that subscribed to changes. */
  replaceTools(tools: ServedTools): void;
  /** Rejects if tasks could be lost. Await it before calls arrive. */
  ready(): Promise<void>;
  /** Runs durable calls in this process, until the worker or the server stops. */
  runTasks(): TaskWorker;
  /** Lists, cancels and restarts the durable calls of all callers. Only for operators: don't expose it in a tool or route. `undefined` if tasks end with the process. */
  readonly tasks: TaskAdmin | undefined;
  /** The service for hosts without HTTP, such as MCP over stdin. */
  readonly service: ToolService;
  /** The steps of a graceful shutdown, which `listen` of `@toolwire/node` runs. */
  readonly stop: StopSteps;
}
