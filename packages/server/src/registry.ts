import type { Tool } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import { StartUpError } from '@toolwire/internal';
import { createVersionResolver, type VersionResolver } from '@toolwire/version';

/** The tools a server serves: found by id and version, and listed in a stable order. */
export interface ToolRegistry {
  readonly resolver: VersionResolver<Tool>;
  readonly page: ToolPage;
}

/** Takes compiled tools in and refuses what callers could not tell apart. */
export function createRegistry(tools: readonly Tool[]): ToolRegistry {
  const resolver = createVersionResolver(tools);
  const idOfName = new Map<string, string>();
  for (const { id, name } of tools) {
    const other = idOfName.get(name);
    if (other !== undefined && other !== id) {
      throw new StartUpError(
        'TW_TOOL_NAME_TAKEN',
        `The tools '${other}' and '${id}' are both named '${name}'. Give one of them a name of its own.`,
      );
    }
    idOfName.set(name, id);
  }
  return { resolver, page: { tools: resolver.all() } };
}
