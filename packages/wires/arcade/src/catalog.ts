import type { ToolInfo } from '@toolwire/core';
import type { HttpResponse, ToolPage } from '@toolwire/core/wire';
import { jsonHeaders } from '@toolwire/core/wire';
import { encodeTool } from './encode-tool.ts';

/** What the wire keeps of the tools of one page. */
export interface Catalog {
  /** `GET /worker/tools`, from text that is written once per page. */
  list(page: ToolPage): HttpResponse;
  /** The first provider that a tool needs a token of. */
  providerOf(page: ToolPage, toolId: string): string | undefined;
}

interface ReadPage {
  readonly tools: ReadonlyMap<string, ToolInfo>;
  text?: string;
}

/** Makes a catalog that remembers what it has written of each page. */
export function createCatalog(): Catalog {
  const pages = new WeakMap<ToolPage, ReadPage>();
  const read = (page: ToolPage): ReadPage => {
    const known = pages.get(page);
    if (known !== undefined) return known;
    // The latest version of an id comes last, and stands for the id alone.
    const tools = new Map(
      page.tools.flatMap((tool) => [[`${tool.id}@${tool.version}`, tool] as const, [tool.id, tool]]),
    );
    const made: ReadPage = { tools };
    pages.set(page, made);
    return made;
  };
  return {
    list(page) {
      const known = read(page);
      known.text ??= JSON.stringify(page.tools.map(encodeTool));
      return { status: 200, headers: jsonHeaders, body: known.text };
    },
    providerOf(page, toolId) {
      const { tools } = read(page);
      const tool = tools.get(toolId) ?? tools.get(toolId.split('@')[0] ?? '');
      return tool?.requirements?.authorization?.[0]?.id;
    },
  };
}
