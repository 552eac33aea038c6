import { andThen, type MaybePromise } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import type { MessageContext } from '../json-rpc/message-context.ts';

/** Creates the reader of the tools that a caller may see. */
export function createPageOf(): (context: MessageContext) => MaybePromise<ToolPage> {
  const cachedPage = createPageCache();
  // Depends only on the caller, not on earlier requests. MCP-LIST-02
  return (context) => andThen(context.service.page(context), cachedPage);
}

/** The maximum number of cached tool sets, of which there is one per kind of caller. */
const maxPages = 100;

/**
 * Deduplicates pages with the same tools. The service creates a new page object per call, and indexes and encoded bytes are
 * cached by page object.
 */
export function createPageCache(): (page: ToolPage) => ToolPage {
  const cached: ToolPage[] = [];
  return (page) => {
    for (const other of cached) if (other === page || hasSameTools(other, page)) return other;
    if (cached.length >= maxPages) cached.length = 0;
    cached.push(page);
    return page;
  };
}

function hasSameTools({ tools: left }: ToolPage, { tools: right }: ToolPage): boolean {
  return left.length === right.length && left.every((tool, index) => tool === right[index]);
}
