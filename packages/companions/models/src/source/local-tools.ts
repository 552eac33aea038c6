import type { ToolDefinition, Toolkit } from '@toolwire/core';
import { isObject, StartUpError } from '@toolwire/internal';
import type { ModelTool } from '../offer/model-tool.ts';
import type { SourceServer } from './model-tool-source.ts';

type LocalTools = readonly (ModelTool | ToolDefinition | Toolkit)[];
type ServeTools = (options: { readonly tools: LocalTools }) => SourceServer;

/** Makes a server of tools that are defined in this program, by the package that those who define tools have. */
export async function serveTools(of: string, tools: LocalTools): Promise<SourceServer> {
  // By a name that bundlers do not follow: whoever has a client alone need not install it.
  const name = 'toolwire';
  let loaded: unknown;
  let cause: unknown;
  try {
    loaded = await import(name);
  } catch (thrown) {
    cause = thrown;
  }
  const serve = isObject(loaded) ? loaded['toolwire'] : undefined;
  if (isServe(serve)) return serve({ tools });
  throw new StartUpError(
    'TW_TOOLS_SOURCE',
    `${of} runs tools that are defined here by the package toolwire, which could not be loaded. Install it: npm install toolwire. In a bundle, hand over the server that has them, such as toolwire({ tools })`,
    { cause },
  );
}

function isServe(value: unknown): value is ServeTools {
  return typeof value === 'function';
}
