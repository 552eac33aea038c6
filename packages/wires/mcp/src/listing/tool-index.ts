import type { JsonSchema, ToolInfo } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import { versionedName } from '@toolwire/internal';
import { portableToolInput } from '@toolwire/portability';
import { compareVersions, createVersionResolver } from '@toolwire/version';
import { findParamHeaders, type ParamHeader, withoutParamHeaders } from '../schema/param-headers.ts';

/** A tool under the name that clients call it by. */
export interface ListedTool {
  readonly name: string;
  /** With its version: what the engine is asked for. */
  readonly toolId: string;
  readonly tool: ToolInfo;
  /** What clients are told of its input. */
  readonly inputSchema: JsonSchema;
  readonly paramHeaders: readonly ParamHeader[];
}

/** The tools of a page by the names that clients know. */
export interface ToolIndex {
  /** In the order of the page. */
  readonly listed: readonly ListedTool[];
  find(name: string): ListedTool | undefined;
  /** The name that was probably meant. */
  suggest(name: string): string | undefined;
}

/** Which tools are listed, and how. */
export interface ToolIndexOptions {
  readonly versions: 'latest' | 'all';
  readonly schemas: 'portable' | 'written';
  readonly warn: (fields: object, message: string) => void;
}

/** Makes an index of pages that is kept as long as the page is the same. */
export function createToolIndex({ versions, schemas, warn }: ToolIndexOptions): (page: ToolPage) => ToolIndex {
  const ofPage = new WeakMap<ToolPage, ToolIndex>();
  const inputs = new WeakMap<ToolInfo, Pick<ListedTool, 'inputSchema' | 'paramHeaders'>>();

  const inputOf = (tool: ToolInfo): Pick<ListedTool, 'inputSchema' | 'paramHeaders'> => {
    const known = inputs.get(tool);
    if (known !== undefined) return known;
    const inputSchema = schemas === 'portable' ? portableToolInput(tool) : (tool.inputDocument ?? tool.inputSchema);
    const found = findParamHeaders(inputSchema);
    if (!found.ok) {
      warn({ toolId: `${tool.id}@${tool.version}` }, `Listed over MCP without its headers: ${found.problem}`);
    }
    const input = found.ok
      ? { inputSchema, paramHeaders: found.headers }
      : // Clients must turn down a tool whose marks are wrong; without them it is one like any other.
        { inputSchema: withoutParamHeaders(inputSchema), paramHeaders: [] };
    inputs.set(tool, input);
    return input;
  };

  const entry = (tool: ToolInfo, name: string): ListedTool => ({
    name,
    toolId: `${tool.id}@${tool.version}`,
    tool,
    ...inputOf(tool),
  });

  const index = (page: ToolPage): ToolIndex => {
    const latest = latestOf(page);
    const names = new Set(page.tools.map(({ name }) => name));
    const nameOf = (tool: ToolInfo): string => versionedName(tool, (name) => names.has(name));
    const listed: ListedTool[] = [];
    const byName = new Map<string, ListedTool>();
    for (const tool of page.tools) {
      const isLatest = latest.get(tool.id) === tool;
      if (!isLatest && versions === 'latest') continue;
      const one = entry(tool, isLatest ? tool.name : nameOf(tool));
      listed.push(one);
      byName.set(one.name, one);
      // So that a name with a version goes on to work, and to mean the same, when a later version comes.
      if (isLatest && versions === 'all') byName.set(nameOf(tool), entry(tool, nameOf(tool)));
    }
    let suggest: ToolIndex['suggest'] | undefined;
    return {
      listed,
      find: (name) => byName.get(name),
      suggest: (name) => {
        suggest ??= createSuggest(listed);
        return suggest(name);
      },
    };
  };

  return (page) => {
    const known = ofPage.get(page);
    if (known !== undefined) return known;
    const made = index(page);
    ofPage.set(page, made);
    return made;
  };
}

function latestOf({ tools }: ToolPage): ReadonlyMap<string, ToolInfo> {
  const latest = new Map<string, ToolInfo>();
  for (const tool of tools) {
    const other = latest.get(tool.id);
    if (other === undefined || compareVersions(other.version, tool.version) < 0) latest.set(tool.id, tool);
  }
  return latest;
}

const longestName = 128;

// Names are made of ids, and it is ids that the resolver compares.
function createSuggest(listed: readonly ListedTool[]): ToolIndex['suggest'] {
  const resolver = createVersionResolver(listed.map(({ tool }) => tool));
  return (name) => {
    if (name.length > longestName) return undefined;
    const found = resolver.resolve(name.includes('.') ? name : name.replace('_', '.'));
    // A suggestion may come with a version, of a name that did.
    const id = found.ok ? found.item.id : found.suggestions[0]?.split('@', 1)[0];
    return listed.findLast(({ tool }) => tool.id === id)?.name;
  };
}
