import { andThen, type MaybePromise, type ToolInfo, type ToolUi } from '@toolwire/core';
import type { ToolPage } from '@toolwire/core/wire';
import { pageMeta, pageMimeType, pageUri } from '../apps/tool-page.ts';
import type { Dialect } from '../revisions/dialect.ts';
import type { MessageContext } from '../rpc/context.ts';
import type { Fields } from '../rpc/json-shape.ts';

/** A page of a tool. */
export interface Page {
  readonly uri: string;
  readonly tool: ToolInfo;
  readonly ui: ToolUi;
  readonly html: NonNullable<ToolUi['html']>;
}

/** The pages of the tools that a caller may see, each once. */
export type PagesOf = (context: MessageContext) => MaybePromise<readonly Page[]>;

/** Finds pages; those of the same tools once. `warn` hears of tools whose page is nowhere: neither theirs nor among the resources. */
export function createPagesOf(
  toolsOf: (context: MessageContext) => MaybePromise<ToolPage>,
  resourceUris: ReadonlySet<string>,
  warn: (fields: object, message: string) => void,
): PagesOf {
  const known = new WeakMap<ToolPage, readonly Page[]>();
  return (context) =>
    andThen(toolsOf(context), (page) => {
      const kept = known.get(page);
      if (kept !== undefined) return kept;
      const pages = pagesIn(page);
      for (const tool of page.tools) {
        const uri = pageUri(tool);
        // MCP-APP-02: what a tool names is there.
        if (uri === undefined || pages.has(uri) || resourceUris.has(uri)) continue;
        warn(
          { toolId: `${tool.id}@${tool.version}` },
          `The page '${uri}' is nowhere: give it as html, or as a resource`,
        );
      }
      known.set(page, [...pages.values()]);
      return [...pages.values()];
    });
}

function pagesIn({ tools }: ToolPage): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>();
  for (const tool of tools) {
    const { ui } = tool;
    const uri = pageUri(tool);
    if (uri === undefined || ui?.html === undefined || pages.has(uri)) continue;
    pages.set(uri, { uri, tool, ui, html: ui.html });
  }
  return pages;
}

/** Writes a page as a resource of the list. */
export function encodePage({ uri, tool, ui }: Page, { toolFields }: Dialect): Fields {
  return {
    uri,
    name: tool.name,
    description: `The page that shows results of ${tool.name}`,
    mimeType: pageMimeType,
    ...(toolFields.has('_meta') && { _meta: pageMeta(ui) }),
  };
}
