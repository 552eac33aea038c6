import { type ArcadeOptions, arcade } from '@toolwire/arcade';
import type { Logger, WireCodec } from '@toolwire/core';
import { type McpOptions, type McpServingOptions, mcp } from '@toolwire/mcp';
import { type OtcOptions, otc } from '@toolwire/otc';
import { createTasks } from '@toolwire/tasks';

/** Which wires the quickstart serves, and how. */
export interface WiresOptions {
  /** Open Tool Calling, on `/health`, `/tools` and `/tools/call`. */
  readonly otc?: OtcOptions;
  /** MCP, on `/mcp`; `false` for none. */
  readonly mcp?: McpOptions | false;
  /** Arcade, on `/tools/execute` and below `/worker`; `false` for none. */
  readonly arcade?: ArcadeOptions | false;
  /** Wires of your own, or the one that serves artifacts. */
  readonly wires?: readonly WireCodec[];
}

/** Makes the wires: all that there are, unless one was turned off. */
export function standardWires(options: WiresOptions, logger: Logger): readonly WireCodec[] {
  const { mcp: mcpOptions = {}, arcade: arcadeOptions = {}, wires = [] } = options;
  return [
    otc(options.otc),
    ...(mcpOptions === false ? [] : [mcp(withTasks(mcpOptions, logger))]),
    ...(arcadeOptions === false ? [] : [arcade(arcadeOptions)]),
    ...wires,
  ];
}

/** What MCP is served with unless something else was asked for: tasks in memory, and the server's log. */
export function withTasks<Options extends McpServingOptions>(options: Options, logger: Logger): Options {
  return { tasks: createTasks(), logger, ...options };
}
