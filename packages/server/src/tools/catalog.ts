import { andThen, isPromise, type MaybePromise, type Tool } from '@toolwire/core';
import type { ToolPage, Viewer } from '@toolwire/core/wire';
import { StartupError } from '@toolwire/internal';
import { createVersionResolver, type VersionResolver } from '@toolwire/version';
import type { IsVisibleTo } from './visibility.ts';

/** The tools of a server, which can be replaced at run time. */
export interface Catalog {
  /** Resolves among the current tools. */
  readonly resolver: Pick<VersionResolver<Tool>, 'resolve' | 'has' | 'all'>;
  /** Finds a tool by its ID with its version, also a tool that callers can't see. */
  readonly find: (fullId: string) => Tool | undefined;
  readonly has: (tool: { readonly toolId: string; readonly toolVersion: string }) => boolean;
  readonly page: (viewer: Viewer) => MaybePromise<ToolPage>;
  readonly count: () => number;
  /** Replaces the tools. Running calls keep the tool that they resolved to. */
  replace(tools: readonly Tool[]): void;
  readonly onChange: (listener: () => void) => () => void;
}

/** Creates a catalog of compiled tools. Throws if two tools share a name, or an ID and version. */
export function createCatalog(tools: readonly Tool[], isVisible: IsVisibleTo | undefined): Catalog {
  const resolver = { ...createResolver(tools) };
  let page = listedTools(resolver);
  const listeners = new Set<() => void>();
  const find = (fullId: string): Tool | undefined => {
    const found = resolver.resolve(fullId);
    return found.ok ? found.item : undefined;
  };
  return {
    resolver,
    find,
    has: ({ toolId, toolVersion }) => find(`${toolId}@${toolVersion}`) !== undefined,
    page: (viewer) => (isVisible === undefined ? page : toolsListedTo(viewer, page, isVisible)),
    count: () => page.tools.length,
    replace(next) {
      // Stages hold the resolver, so its functions are replaced.
      Object.assign(resolver, createResolver(next));
      page = listedTools(resolver);
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function createResolver(tools: readonly Tool[]): VersionResolver<Tool> {
  const resolver = createVersionResolver(tools);
  const idOfName = new Map<string, string>();
  for (const { id, name } of tools) {
    const other = idOfName.get(name);
    if (other !== undefined && other !== id) {
      throw new StartupError(
        'TW_TOOL_NAME_TAKEN',
        `The tools '${other}' and '${id}' are both named '${name}'. Rename one of them.`,
      );
    }
    idOfName.set(name, id);
  }
  return resolver;
}

/**
 * The tools in every listing, such as `GET /tools` and `tools/list`: all versions of all tools. IDs are in the order in which their tools
 * were passed, and versions oldest first, as `version-resolver.ts` of `@toolwire/version` sorts them.
 */
function listedTools(resolver: Pick<VersionResolver<Tool>, 'all'>): ToolPage {
  return { tools: resolver.all() };
}

/** The listing for one caller. If it has all tools, it is the shared page, whose encoded bytes protocols cache. */
function toolsListedTo(viewer: Viewer, page: ToolPage, isVisible: IsVisibleTo): MaybePromise<ToolPage> {
  const answers = page.tools.map((tool) => isVisible(tool, viewer));
  return andThen(
    answers.some(isPromise) ? Promise.all(answers.map(async (answer) => answer)) : (answers as readonly boolean[]),
    (seen) => {
      const tools = page.tools.filter((_tool, index) => seen[index]);
      return tools.length === page.tools.length ? page : { tools };
    },
  );
}
