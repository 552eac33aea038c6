import { andThen, isPromise, type MaybePromise, type Tool } from '@toolwire/core';
import type { ToolPage, Viewer } from '@toolwire/core/wire';
import type { VersionResolver } from '@toolwire/version';
import type { IsVisibleTo } from './visibility.ts';

/**
 * The tools in every listing, such as `GET /tools` and `tools/list`: all versions of all tools. IDs are in the order in which their tools
 * were passed, and versions oldest first, as `sort-versions.ts` of `@toolwire/version` sorts them.
 */
export function listedTools(resolver: Pick<VersionResolver<Tool>, 'all'>): ToolPage {
  return { tools: resolver.all() };
}

/** The listing for one caller. If it has all tools, it is the shared page, whose encoded bytes protocols cache. */
export function toolsListedTo(viewer: Viewer, page: ToolPage, isVisible: IsVisibleTo): MaybePromise<ToolPage> {
  const answers = page.tools.map((tool) => isVisible(tool, viewer));
  return andThen(
    answers.some(isPromise) ? Promise.all(answers.map(async (answer) => answer)) : (answers as readonly boolean[]),
    (seen) => {
      const tools = page.tools.filter((_tool, index) => seen[index]);
      return tools.length === page.tools.length ? page : { tools };
    },
  );
}
