import type { ToolDefinition, Toolkit } from '@toolwire/core';
import { isObject, StartupError } from '@toolwire/internal';
import type { SourceServer } from './model-tool-source.ts';

type LocalTools = readonly (ToolDefinition | Toolkit)[];
type ServeTools = (options: { readonly tools: LocalTools }) => SourceServer;

/** Creates a server for tools that are defined in this process, with the package `toolwire`. */
export async function serveTools(functionName: string, tools: LocalTools): Promise<SourceServer> {
  // In a variable, because bundlers reject the literal name of a package that isn't installed.
  const name = 'toolwire';
  let cause: unknown;
  const loaded: unknown = await import(name).catch((thrown: unknown) => {
    cause = thrown;
  });
  const serve = isObject(loaded) ? loaded['toolwire'] : undefined;
  if (isServe(serve)) return serve({ tools });
  throw new StartupError(
    'TW_TOOLS_SOURCE',
    `${functionName} could not load the package toolwire, which runs the tools of this process. Run: npm install toolwire. If a bundler builds your program, pass a server such as toolwire({ tools }) instead of the list of tools.`,
    { cause },
  );
}

function isServe(value: unknown): value is ServeTools {
  return typeof value === 'function';
}
