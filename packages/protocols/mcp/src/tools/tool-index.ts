import { andThen, type JsonSchema, type MaybePromise, type ToolInfo } from '@toolwire/core';
import type { ToolPage, ToolService, Viewer } from '@toolwire/core/wire';
import { cachedBy, versionedName } from '@toolwire/internal';
import { portableToolInput } from '@toolwire/validate/portability';
import { compareVersions } from '@toolwire/version';
import { findParamHeaders, type ParamHeader, withoutParamHeaders } from './declared-param-headers.ts';

/** A tool with its client-facing name. */
export interface ListedTool {
  readonly name: string;
  /** The tool id with its version, for the engine. */
  readonly toolId: string;
  readonly tool: ToolInfo;
  /** The listed input schema. */
  readonly inputSchema: JsonSchema;
  readonly paramHeaders: readonly ParamHeader[];
}

/** The tools of a page by their client-facing names. */
export interface ToolIndex {
  /** In page order. */
  readonly listed: readonly ListedTool[];
  find(name: string): ListedTool | undefined;
}

/** How tools are listed. */
export interface ToolIndexOptions {
  readonly versions: 'latest' | 'all';
  readonly schemas: 'portable' | 'written';
  readonly warn: (fields: object, message: string) => void;
}

/** Creates a function that indexes pages, with a cache per page object. */
export function createToolIndex({ versions, schemas, warn }: ToolIndexOptions): (page: ToolPage) => ToolIndex {
  const inputOf = cachedBy((tool: ToolInfo): Pick<ListedTool, 'inputSchema' | 'paramHeaders'> => {
    const inputSchema = schemas === 'portable' ? portableToolInput(tool) : (tool.inputDocument ?? tool.inputSchema);
    const declared = findParamHeaders(inputSchema);
    if (declared.ok) return { inputSchema, paramHeaders: declared.headers };
    warn(
      { toolId: `${tool.id}@${tool.version}` },
      `The tool is listed over MCP without its x-mcp-header keywords, because one is invalid: ${declared.problem}`,
    );
    // Clients must reject a tool with an invalid `x-mcp-header`, so the keywords are removed.
    return { inputSchema: withoutParamHeaders(inputSchema), paramHeaders: [] };
  });

  const listedTool = (tool: ToolInfo, name: string): ListedTool => ({
    name,
    toolId: `${tool.id}@${tool.version}`,
    tool,
    ...inputOf(tool),
  });

  return cachedBy((page) => {
    const latest = latestOf(page);
    const names = new Set(page.tools.map(({ name }) => name));
    const nameOf = (tool: ToolInfo): string => versionedName(tool, (name) => names.has(name));
    const listed: ListedTool[] = [];
    const byName = new Map<string, ListedTool>();
    for (const tool of page.tools) {
      const isLatest = latest.get(tool.id) === tool;
      if (!isLatest && versions === 'latest') continue;
      const entry = listedTool(tool, isLatest ? tool.name : nameOf(tool));
      listed.push(entry);
      byName.set(entry.name, entry);
      // The versioned name keeps its meaning after a later version is added.
      if (isLatest && versions === 'all') byName.set(nameOf(tool), listedTool(tool, nameOf(tool)));
    }
    return { listed, find: (name) => byName.get(name) };
  });
}

function latestOf({ tools }: ToolPage): ReadonlyMap<string, ToolInfo> {
  const latest = new Map<string, ToolInfo>();
  for (const tool of tools) {
    const other = latest.get(tool.id);
    if (other === undefined || compareVersions(other.version, tool.version) < 0) latest.set(tool.id, tool);
  }
  return latest;
}

/** The maximum number of cached tool sets, of which there is one per kind of caller. */
const maxPages = 100;

/** Returns the tools that the caller of a request may see. */
export type PageOf = (context: Viewer & { readonly service: Pick<ToolService, 'page'> }) => MaybePromise<ToolPage>;

/**
 * Creates a function that returns the same page object for the same tools. The service creates a new one per call, and indexes and
 * encoded bytes are cached by page object.
 */
export function createPageOf(): PageOf {
  const cached: ToolPage[] = [];
  const cachedPage = (page: ToolPage): ToolPage => {
    for (const other of cached) if (other === page || hasSameTools(other, page)) return other;
    if (cached.length >= maxPages) cached.length = 0;
    cached.push(page);
    return page;
  };
  // Depends only on the caller, not on earlier requests. MCP-LIST-02
  return (context) => andThen(context.service.page(context), cachedPage);
}

function hasSameTools({ tools: left }: ToolPage, { tools: right }: ToolPage): boolean {
  return left.length === right.length && left.every((tool, index) => tool === right[index]);
}
