import { versionedName } from '@toolwire/internal';
import type { Schema, ToolState } from '../server-state.ts';

/** Returns the tool ID with its version. */
export function toolKey({ id, version }: Pick<ToolState, 'id' | 'version'>): string {
  return `${id}@${version}`;
}

/** Returns the schema for forms. A recursive schema keeps its references. */
export function formSchemaOf({ inputDocument, inputSchema }: ToolState): Schema {
  return inputDocument ?? inputSchema;
}

/** Returns the key of the tool in a URL hash; `undefined` if the hash is malformed. */
export function toolKeyIn(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/** Returns all versions of a tool, the latest first, from the tools of the store, which are in this order. */
export function versionsOf({ id }: Pick<ToolState, 'id'>, tools: readonly ToolState[]): readonly ToolState[] {
  return tools.filter((tool) => tool.id === id);
}

/** Returns the MCP name of a tool. Older versions have their version as a suffix. */
export function mcpNameOf(tool: ToolState, tools: readonly ToolState[]): string {
  const [latest] = versionsOf(tool, tools);
  if (latest === undefined || toolKey(latest) === toolKey(tool)) return tool.name;
  return versionedName(tool, (name) => tools.some((other) => other.name === name));
}
