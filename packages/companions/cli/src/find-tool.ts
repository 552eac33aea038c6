import type { ListedTool } from '@toolwire/client';
import { compareVersionTexts, nearestName } from '@toolwire/internal';
import { usageError } from './cli-error.ts';
import { safeLine } from './safe-text.ts';

/** The tool that was meant: by its id with a version, or the latest by its id or name. */
export function findTool(tools: readonly ListedTool[], typed: string): ListedTool {
  const exact = tools.find(({ toolId }) => toolId === typed);
  if (exact !== undefined) return exact;
  const [latest] = tools
    .filter(({ id, name }) => id === typed || name === typed)
    .sort((one, other) => compareVersionTexts(other.version, one.version));
  if (latest !== undefined) return latest;
  const meant = nearestName(
    typed,
    tools.flatMap(({ toolId, id, name }) => [id, toolId, name]),
  );
  throw usageError(
    `There is no tool '${typed}'. ${meant === undefined ? 'toolwire list shows which there are.' : `Did you mean ${safeLine(meant)}?`}`,
  );
}
