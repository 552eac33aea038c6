import { andThen, type MaybePromise } from '@toolwire/core';
import type { ToolPage, ToolService, Viewer } from '@toolwire/core/wire';

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
