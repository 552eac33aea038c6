import type { ListedTool } from '@toolwire/client';
import { compareVersionTexts, nearestName } from '@toolwire/internal';
import { type CliError, usageError } from './cli-error.ts';
import { safeLine } from './terminal/terminal-text.ts';

/** Returns the latest of several versions. Only servers of toolwire list them in order. */
export function latestOf<Tool extends ListedTool>(versions: readonly Tool[]): Tool | undefined {
  return [...versions].sort((tool, other) => compareVersionTexts(other.version, tool.version))[0];
}

/** Finds a tool by its ID with version, or the latest by its ID or name. */
export function findTool(tools: readonly ListedTool[], idOrName: string): ListedTool {
  const exact = tools.find(({ toolId }) => toolId === idOrName);
  if (exact !== undefined) return exact;
  const latest = latestOf(tools.filter(({ id, name }) => id === idOrName || name === idOrName));
  if (latest === undefined) throw unknownTool(tools, idOrName);
  return latest;
}

function unknownTool(tools: readonly ListedTool[], idOrName: string): CliError {
  const names = tools.flatMap(({ toolId, id, name }) => [id, toolId, name]);
  const suggestion = nearestName(idOrName, names);
  const hint =
    suggestion === undefined ? 'List the tools with toolwire list.' : `Did you mean ${safeLine(suggestion)}?`;
  return usageError(`Unknown tool '${idOrName}'. ${hint}`);
}
