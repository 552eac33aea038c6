import { compareVersionTexts } from '@toolwire/internal';
import { parseToolId } from '@toolwire/version/tool-id';
import type { ListedTool } from './listed-tool.ts';

/** Finds among listed tools the one that a call will reach, by the server's own rules of versions (OTC-VER-02 to 04). */
export function findTool(tools: readonly ListedTool[], toolId: string): ListedTool | undefined {
  const asked = parseToolId(toolId);
  if (!asked.ok) return undefined;
  if (asked.version !== undefined) return tools.find((tool) => tool.toolId === `${asked.id}@${asked.version}`);
  return tools
    .filter(({ id, toolId: listed }) => id === asked.id && parseToolId(listed).ok)
    .sort((left, right) => compareVersionTexts(left.version, right.version))
    .at(-1);
}
