import { parseToolId } from '@toolwire/version/tool-id';
import type { ListedTool } from './listed-tool.ts';

/** Finds among listed tools the one that a call will reach, by the server's own rules of versions (OTC-VER-02 to 04). */
export function findTool(tools: readonly ListedTool[], toolId: string): ListedTool | undefined {
  const asked = parseToolId(toolId);
  if (!asked.ok) return undefined;
  if (asked.version !== undefined) return tools.find((tool) => tool.toolId === `${asked.id}@${asked.version}`);
  return tools
    .filter(({ id, toolId: listed }) => id === asked.id && parseToolId(listed).ok)
    .sort(byVersion)
    .at(-1);
}

/** A tool without a version comes first, as any version is newer. */
function byVersion({ version: left }: ListedTool, { version: right }: ListedTool): number {
  const others = right.split('.');
  for (const [index, part] of left.split('.').entries()) {
    const difference = byNumber(part, others[index] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Of whole numbers without leading zeros the longer is the larger, however large they are. */
function byNumber(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : Number(left > right);
}
