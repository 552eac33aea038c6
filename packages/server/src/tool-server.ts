import type { Call, Outcome, Tool, ToolDefinition, Toolkit } from '@toolwire/core';
import type { ReportThrown, StopSteps, ToolService, UniversalHandler } from '@toolwire/core/wire';
import type { TaskAdmin } from '@toolwire/tasks';

/** A process that runs calls which are kept as tasks. */
export interface TaskWorker {
  /** Takes no more, and resolves when those that run have ended. */
  stop(): Promise<void>;
}

/** What a server is made with: tools, and toolkits of them. */
export type ServedTools = readonly (ToolDefinition | Toolkit)[];

/** A server without a host: hand `handle` to an adapter, or call `call` directly. */
export interface ToolServer<Served extends ServedTools = ServedTools> {
  /** For its type alone: what it was made with: `createClient<typeof server>` types calls by it. */
  readonly '~tools'?: Served;
  readonly handle: UniversalHandler;
  /** Runs one call through the whole pipeline, with no wire and no host. */
  readonly call: (call: Call) => Promise<Outcome>;
  readonly tools: readonly Tool[];
  /** Serves other tools from now on; clients that listen for changes are told. */
  replaceTools(tools: ServedTools): void;
  /** Rejects, in words that say what to do, where tasks could be lost; to be awaited before calls come. */
  ready(): Promise<void>;
  /** Runs calls that are kept as tasks in this process, until it is stopped or the server is. */
  runTasks(): TaskWorker;
  /** The calls of all callers that are kept as tasks, to list, cancel and begin again: for whoever runs the server, and for no tool or route of callers. `undefined` where calls end with their process. */
  readonly tasks: TaskAdmin | undefined;
  /** What wires that hosts serve without HTTP, such as MCP on stdin, are given. */
  readonly service: ToolService;
  /** Every path that is answered, for hosts that must know their routes before the first request. */
  readonly paths: readonly string[];
  /** Steps towards a stop, for whoever owns the process; `listen` of `@toolwire/node` takes them all. */
  readonly stop: StopSteps;
  /** How many milliseconds hosts wait for the app to say who calls. */
  readonly callerMs: number;
  /** After how many milliseconds hosts cut off a caller who takes nothing of an answer. */
  readonly writeStallMs: number;
  /** Writes to the log what went wrong around the server, such as a `values` that throws; hosts call it. */
  readonly report: ReportThrown;
  /** Tells the log of a host whose releases do not work together with the server's; hosts call it. */
  readonly hostedBy: (releaseLine: string) => void;
}
