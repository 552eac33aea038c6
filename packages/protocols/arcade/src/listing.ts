import type { ToolInfo } from '@toolwire/core';
import { jsonHeaders } from '@toolwire/core/internal';
import type { HttpResponse, ToolPage } from '@toolwire/core/wire';
import { parseToolId } from '@toolwire/version';
import { encodeTool } from './encode-tool.ts';

/** The tools of a page, encoded once and found by ID. */
export interface Listing {
  /** The response to `GET /worker/tools`. */
  reply(page: ToolPage): HttpResponse;
  /** The first provider whose token the tool requires. */
  providerOf(page: ToolPage, toolId: string): string | undefined;
}

interface CachedPage {
  readonly tools: ReadonlyMap<string, ToolInfo>;
  body?: string;
}

/** Creates a listing with a cache per page. */
export function createListing(): Listing {
  const cache = new WeakMap<ToolPage, CachedPage>();
  const cachedPage = (page: ToolPage): CachedPage => {
    const cached = cache.get(page);
    if (cached !== undefined) return cached;
    // The latest version of a tool comes last, so it wins the ID without a version.
    const tools = new Map(
      page.tools.flatMap((tool) => [[`${tool.id}@${tool.version}`, tool] as const, [tool.id, tool]]),
    );
    const created: CachedPage = { tools };
    cache.set(page, created);
    return created;
  };
  return {
    reply(page) {
      const cached = cachedPage(page);
      cached.body ??= JSON.stringify(page.tools.map(encodeTool));
      return { status: 200, headers: jsonHeaders, body: cached.body };
    },
    providerOf(page, toolId) {
      const { tools } = cachedPage(page);
      const requested = parseToolId(toolId);
      if (!requested.ok) return undefined;
      const { id, version } = requested;
      const tool = tools.get(version === undefined ? id : `${id}@${version}`);
      return tool?.requirements?.authorization?.[0]?.id;
    },
  };
}
