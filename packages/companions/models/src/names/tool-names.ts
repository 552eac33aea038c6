import { compareVersionTexts, markedName, versionedName } from '@toolwire/internal';

/** As much of a tool as its name depends on. */
export interface NamedTool {
  readonly id: string;
  readonly version: string;
  readonly name: string;
}

/** What every model's interface takes for a name. */
const portable = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const longest = 64;

/** What a tool is called by, with its version where there is one. */
export function toolIdOf({ id, version }: NamedTool): string {
  return version === '' ? id : `${id}@${version}`;
}

/** The newest version of each tool, in the order of the list. */
export function latestOf<Tool extends NamedTool>(tools: readonly Tool[]): readonly Tool[] {
  const latest = new Map<string, Tool>();
  for (const tool of tools) {
    const other = latest.get(tool.id);
    if (other === undefined || compareVersionTexts(other.version, tool.version) < 0) latest.set(tool.id, tool);
  }
  return tools.filter((tool) => latest.get(tool.id) === tool);
}

/**
 * Names tools so that every model's interface takes each name and no two are alike. A name depends on its tool alone, and on
 * whether it is the newest version, unless another tool has the same: then a hash of the tool's id tells them apart.
 */
export function nameTools<Tool extends NamedTool>(tools: readonly Tool[]): ReadonlyMap<Tool, string> {
  const latest = new Set(latestOf(tools));
  const own = new Set(tools.map(({ name }) => name));
  const wanted = tools.map((tool) => {
    const name = portableName(tool.name);
    return latest.has(tool) ? name : versionedName({ name, version: tool.version }, (other) => own.has(other));
  });
  return new Map(
    tools.map((tool, index) => {
      const name = wanted[index] ?? tool.name;
      const rivals = tools.filter((other, place) => other !== tool && wanted[place] === name);
      const isEntitled = tool.name === name && !rivals.some((other) => other.name === name);
      return [tool, rivals.length === 0 || isEntitled ? name : markedName(name, toolIdOf(tool))];
    }),
  );
}

function portableName(name: string): string {
  if (portable.test(name)) return name;
  const letters = name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const begun = /^[A-Za-z_]/.test(letters) ? letters : `_${letters}`;
  return begun.length <= longest ? begun : markedName(begun, name);
}
