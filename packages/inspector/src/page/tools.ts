import { compareVersionTexts, versionedName } from '@toolwire/internal';
import type { Schema, ToolState } from '../server-state.ts';

/** Returns the tool ID with its version. */
export function toolKey({ id, version }: Pick<ToolState, 'id' | 'version'>): string {
  return `${id}@${version}`;
}

/** Returns the schema for forms. A recursive schema keeps its references. */
export function formSchemaOf({ inputDocument, inputSchema }: ToolState): Schema {
  return inputDocument ?? inputSchema;
}

/** Sorts tools by ID, and the versions of a tool with the latest first. */
export function sortTools(tools: readonly ToolState[]): readonly ToolState[] {
  return tools.toSorted((left, right) =>
    left.id === right.id ? compareVersionTexts(right.version, left.version) : left.id.localeCompare(right.id, 'en'),
  );
}

/** Returns all versions of a tool, the latest first, from sorted tools. */
export function versionsOf({ id }: Pick<ToolState, 'id'>, tools: readonly ToolState[]): readonly ToolState[] {
  return tools.filter((tool) => tool.id === id);
}

/** Returns the MCP name of a tool, from sorted tools. Older versions have their version as a suffix. */
export function mcpNameOf(tool: ToolState, tools: readonly ToolState[]): string {
  const [latest] = versionsOf(tool, tools);
  if (latest === undefined || toolKey(latest) === toolKey(tool)) return tool.name;
  return versionedName(tool, (name) => tools.some((other) => other.name === name));
}

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
