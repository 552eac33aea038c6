import { compareVersionTexts, markedName, maxToolNameLength, versionedName } from '@toolwire/internal';
import type { ToolChange } from '../adapt/model-tool.ts';

/** The fields of a tool that decide its name. */
interface NamedTool {
  readonly id: string;
  readonly version: string;
  readonly name: string;
}

/** The names that every API accepts, if they are not too long. */
const portable = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Returns the tool ID, with the version if there is one. */
export function toolIdOf({ id, version }: NamedTool): string {
  return version === '' ? id : `${id}@${version}`;
}

/** Returns the newest version of each tool, in the order of the list. */
export function latestOf<Tool extends NamedTool>(tools: readonly Tool[]): readonly Tool[] {
  const latest = new Map<string, Tool>();
  for (const tool of tools) {
    const known = latest.get(tool.id);
    if (known === undefined || compareVersionTexts(known.version, tool.version) < 0) latest.set(tool.id, tool);
  }
  return tools.filter((tool) => latest.get(tool.id) === tool);
}

/**
 * Returns unique names that every API accepts. A name depends only on its tool and on whether it is the newest version,
 * unless several tools would get the same name. Then the tool whose original name it is keeps it, if there is only one; the
 * names of the others contain a hash of the tool ID.
 */
export function nameTools<Tool extends NamedTool>(tools: readonly Tool[]): ReadonlyMap<Tool, string> {
  const latest = new Set(latestOf(tools));
  const originalNames = new Set(tools.map(({ name }) => name));
  const groups = new Map<string, Set<Tool>>();
  for (const tool of tools) {
    const portableText = portableName(tool.name);
    const name = latest.has(tool)
      ? portableText
      : versionedName({ name: portableText, version: tool.version }, (other) => originalNames.has(other));
    groups.set(name, (groups.get(name) ?? new Set<Tool>()).add(tool));
  }
  return new Map([...groups].flatMap(([name, group]) => nameGroup(name, [...group])));
}

/** Names the tools that prefer the same name. */
function nameGroup<Tool extends NamedTool>(name: string, group: readonly Tool[]): readonly (readonly [Tool, string])[] {
  const owners = group.length === 1 ? group : group.filter((tool) => tool.name === name);
  const owner = owners.length === 1 ? owners[0] : undefined;
  return group.map((tool) => [tool, tool === owner ? name : markedName(name, toolIdOf(tool))]);
}

function portableName(name: string): string {
  if (name.length <= maxToolNameLength && portable.test(name)) return name;
  const letters = name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const prefixed = /^[A-Za-z_]/.test(letters) ? letters : `_${letters}`;
  return prefixed.length <= maxToolNameLength ? prefixed : markedName(prefixed, name);
}

/** Reports a tool whose model-facing name differs from its own name. */
export function nameChange(tool: NamedTool, name: string): readonly ToolChange[] {
  if (name === tool.name) return [];
  const message = `Models know the tool as '${name}', because '${tool.name}' is the name of another tool or not valid in every API.`;
  return [{ code: 'name', pointer: '', message }];
}
