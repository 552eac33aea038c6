import type { ToolState } from '../server-state.ts';

/** Returns the tools that contain all words of a query, by their toolkits. */
export function groupTools(
  tools: readonly ToolState[],
  query: string,
): readonly (readonly [string, readonly ToolState[]])[] {
  const isMatch = wordMatcher(query);
  const groups = new Map<string, ToolState[]>();
  for (const tool of tools) {
    if (!isMatch(`${tool.id} ${tool.title ?? ''} ${tool.description.slice(0, 1_000)}`)) continue;
    const toolkit = tool.id.slice(0, tool.id.indexOf('.'));
    const group = groups.get(toolkit) ?? [];
    group.push(tool);
    groups.set(toolkit, group);
  }
  return [...groups];
}

/** Returns a function that checks whether a text contains all words of a query. */
export function wordMatcher(query: string): (text: string) => boolean {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
